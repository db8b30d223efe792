import { TextInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { Confirm } from './confirm.tsx';

/** Why something is done, for the audit log and the events. */
export interface Why {
  reason?: string;
}

type Parts = Omit<ComponentProps<typeof Confirm>, 'act' | 'call'> & {
  act: (why: Why) => Promise<unknown>;
  call: (why: Why) => Call;
};

/** Asks before something is done, and for the reason, which the audit log and the events keep. */
export function ReasonDialog({ act, call, children, ...more }: Parts) {
  const [reason, setReason] = useState('');
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <Confirm {...more} act={() => act(why)} call={call(why)}>
      {children}
      <TextInput
        label={texts.reason}
        description={texts.reasonText}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </Confirm>
  );
}
