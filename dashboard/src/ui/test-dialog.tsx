import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { InCode } from './in-code.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';

interface Parts<Answer> {
  title: string;
  words: { text: string; act: string; again: string };
  act: () => Promise<Answer>;
  call: Call;
  shows: (answer: Answer) => ReactNode;
  onClose: () => void;
  /** A sentence above the answer. */
  children?: ReactNode;
}

/** Sends a test, and shows what became of it. It can be sent again. */
export function TestDialog<Answer>({ title, words, act, call, shows, onClose, children }: Parts<Answer>) {
  const testing = useAct(act);
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack>
        <Text>{words.text}</Text>
        {children}
        {testing.isPending ? <Loader size="sm" aria-label={title} /> : null}
        {testing.error ? <Problem error={testing.error} /> : null}
        {testing.data && !testing.isPending ? (
          <Stack gap="xs" role="status">
            {shows(testing.data)}
          </Stack>
        ) : null}
        <Group justify="space-between">
          <InCode call={call} />
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button onClick={() => testing.mutate(undefined)} loading={testing.isPending} data-autofocus>
              {testing.data ? words.again : words.act}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
