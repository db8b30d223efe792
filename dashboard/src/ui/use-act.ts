import { notifications } from '@mantine/notifications';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useProved } from '../app/proof.tsx';
import { useSession } from '../app/me.ts';
import { texts } from '../texts/ui.ts';

/**
 * A change by the API. Where the service asks for a recent proof, the user gives it and the change is sent again.
 * Failures are for the caller to show (`error`); success is said in a notification.
 * @param onDone what follows, unless the user has gone to another page meanwhile
 */
export function useAct<Input, Output>(
  act: (input: Input) => Promise<Output>,
  { said, onDone }: { said?: string; onDone?: (output: Output, input: Input) => void } = {},
): UseMutationResult<Output, Error, Input, string> {
  const proved = useProved(useSession().tenant);
  return useMutation({
    mutationFn: (input: Input) => proved(() => act(input)),
    onMutate: () => location.pathname,
    onSuccess: (output, input, page) => {
      if (said)
        notifications.show({
          message: said,
          color: 'green',
          closeButtonProps: { 'aria-label': texts.close },
        });
      if (location.pathname === page) onDone?.(output, input);
    },
  });
}
