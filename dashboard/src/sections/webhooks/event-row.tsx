import { Button, Checkbox, Code, Group } from '@mantine/core';
import { useState } from 'react';
import type { EventType } from '../../generated/events.ts';
import { texts } from '../../texts/webhooks.ts';
import styles from './event-picker.module.css';

/** One event to choose, with an example of what is sent. */
export function EventRow({
  event: { type, summary, example },
  isChosen,
  isClosed,
  onChange,
}: {
  event: EventType;
  isChosen: boolean;
  isClosed: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.event}>
      <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
        <Checkbox
          label={type}
          description={summary}
          checked={isChosen}
          disabled={isClosed && !isChosen}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          classNames={{ label: styles.type ?? '' }}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={shown}
          aria-label={`${texts.picker.example}: ${type}`}
          onClick={() => setShown(!shown)}
        >
          {texts.picker.example}
        </Button>
      </Group>
      {shown ? (
        <Code block mt={6} tabIndex={0} className={styles.example ?? ''}>
          {JSON.stringify(example, null, 2)}
        </Code>
      ) : null}
    </div>
  );
}
