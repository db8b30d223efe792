import type { UseFormReturnType } from '@mantine/form';
import { errorsOfForm, refusalOf } from '../api/refusal.ts';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';
import { useReload } from './use-reload.ts';

interface Means<Output> {
  said: string | undefined;
  onDone: (output: Output) => void;
  /** Loads the newest version after a conflict (`useEdit`). */
  onReload: (() => Promise<unknown>) | undefined;
}

/** Sends a form. Refused fields say the rule of the service, and `problem` says the rest. */
export function useFormAct<Values extends Record<string, unknown>, Output>(
  form: UseFormReturnType<Values>,
  act: (values: Values) => Promise<Output>,
  { said, onDone, onReload }: Means<Output>,
) {
  const acting = useAct(act, { ...(said ? { said } : {}), onDone });
  const { reload, isReloading } = useReload(async () => onReload?.(), acting);
  const errors = (error: unknown) => errorsOfForm(refusalOf(error), Object.keys(form.getValues()));
  const found = acting.error ? errors(acting.error) : undefined;
  const isShown = found && Object.keys(found.here).length > 0 && Object.keys(found.elsewhere).length === 0;
  return {
    acting,
    isReloading,
    submit: form.onSubmit((values) =>
      acting.mutate(values, { onError: (error) => form.setErrors(errors(error).here) }),
    ),
    problem:
      acting.error && !isShown ? (
        <Problem isChange error={acting.error} onRetry={onReload ? () => void reload() : undefined} />
      ) : null,
  };
}
