import { Button, Fieldset, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../texts/access.ts';
import { Backtest } from './backtest.tsx';
import { policyOf, type PolicyValues } from './policy-values.ts';
import { Simulate } from './simulate.tsx';

const { form: words } = texts;

/** Tries what was entered, before it is saved. */
export function TryDraft({
  values,
  inPlaceOf,
}: {
  values: PolicyValues;
  /** The policy that is changed. */
  inPlaceOf?: string | undefined;
}) {
  const [tries, setTries] = useState<'simulate' | 'backtest'>();
  const close = () => setTries(undefined);
  const draft = policyOf({ ...values, name: values.name.trim() || words.draft });
  const isReady = typeof values.priority === 'number';
  return (
    <Fieldset legend={words.tries}>
      <Group gap="sm">
        {/* A simulation asks the saved version as well, which has the same priority. */}
        {inPlaceOf === undefined ? (
          <Button variant="default" disabled={!isReady} onClick={() => setTries('simulate')}>
            {texts.simulate}
          </Button>
        ) : null}
        <Button variant="default" disabled={!isReady} onClick={() => setTries('backtest')}>
          {texts.backtest}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {isReady ? words.triesText : words.triesFirst}
      </Text>
      {tries === 'simulate' ? <Simulate draft={draft} onClose={close} /> : null}
      {tries === 'backtest' ? <Backtest draft={draft} inPlaceOf={inPlaceOf} onClose={close} /> : null}
    </Fieldset>
  );
}
