import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useProved } from '../app/proof.tsx';
import { useSession } from '../app/me.ts';
import { texts } from '../texts/ui.ts';

export type Act<Input, Output> = UseMutationResult<Output, Error, Input, string> & {
  /** Whether the change is on its way, and does not wait for a proof. */
  isSending: () => boolean;
};

/**
 * A change by the API. Where the service asks for a recent proof, the user gives it and the change is sent again.
 * Failures are for the caller to show (`error`); success is said in a notification.
 * @param onDone what follows, unless the user has gone to another page meanwhile. The act is pending until it has ended: a form that is saved again
 * before it has read the newest version would meet its own change as a conflict
 */
export function useAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  { said, onDone }: { said?: string; onDone?: (output: Output, input: Input) => void | Promise<void> } = {},
): Act<Input, Output> {
  const proved = useProved(useSession().tenant);
  const sending = useRef(false);
  const send = async (input: Input) => {
    sending.current = true;
    try {
      return await act(input);
    } catch (error) {
      sending.current = false;
      throw error;
    }
  };
  const mutation = useMutation({
    mutationFn: (input: Input) => proved(() => send(input)),
    onMutate: () => location.pathname,
    onSuccess: (output, input, page) => {
      if (said)
        notifications.show({
          message: said,
          color: 'green',
          closeButtonProps: { 'aria-label': texts.close },
        });
      sending.current = false;
      return location.pathname === page ? onDone?.(output, input) : undefined;
    },
  });
  return { ...mutation, isSending: () => sending.current };
}
