import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/ui.ts';

export interface Acknowledgement {
  acknowledgeLockout?: true;
}

/**
 * A change that may keep all owners from signing in. After the refusal, the user can accept that.
 * @returns the consent, for the call; `guards`, which notes the refusal of a call; and the field for the consent
 */
export function useLockout() {
  const [isRefused, setIsRefused] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const accepted: Acknowledgement = isAccepted ? { acknowledgeLockout: true } : {};
  return {
    accepted,
    guards: <Args extends unknown[], Result, Shown>({
      act,
      call,
    }: {
      act: (...args: Args) => Promise<Result>;
      call: Shown;
    }) => ({
      act: async (...args: Args) => {
        try {
          return await act(...args);
        } catch (error) {
          if (refusalOf(error).code === 'LOCKOUT_RISK') setIsRefused(true);
          throw error;
        }
      },
      call,
    }),
    field: isRefused ? (
      <Alert color="orange" title={texts.lockout.title}>
        <Stack gap="xs">
          <Text size="sm">{texts.lockout.text}</Text>
          <Checkbox
            label={texts.lockout.accept}
            checked={isAccepted}
            onChange={({ currentTarget }) => setIsAccepted(currentTarget.checked)}
          />
        </Stack>
      </Alert>
    ) : null,
  };
}
