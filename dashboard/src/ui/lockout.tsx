import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/ui.ts';

interface Acknowledgement {
  acknowledgeLockout?: true;
}

/**
 * A change that may keep all owners from signing in. After the refusal, the user can accept that.
 * @returns how to do the change, and the field that accepts it
 */
export function useLockout() {
  const [isRefused, setIsRefused] = useState(false);
  const [isAccepted, setIsAccepted] = useState(false);
  const accepted: Acknowledgement = isAccepted ? { acknowledgeLockout: true } : {};
  return {
    accepted,
    guarded: async <Result,>(act: (accepted: Acknowledgement) => Promise<Result>): Promise<Result> => {
      try {
        return await act(accepted);
      } catch (error) {
        if (refusalOf(error).code === 'LOCKOUT_RISK') setIsRefused(true);
        throw error;
      }
    },
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
