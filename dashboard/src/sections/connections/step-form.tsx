import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { errorsOfForm, refusalOf } from '../../api/refusal.ts';
import type { Call } from '../../api/sends.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LeaveAlert, useLeaving } from '../../ui/unsaved.tsx';
import { useAct } from '../../ui/use-act.ts';

interface Parts<Values extends Record<string, unknown>, Output> {
  form: UseFormReturnType<Values>;
  action: string;
  act: (values: Values) => Promise<Output>;
  call: (values: Values) => Call;
  onDone: (output: Output) => void;
  /** Another button of the page is the next step. */
  isMinor?: boolean;
  children: ReactNode;
}

/** A form in a page. Refused fields say the rule of the service. */
export function StepForm<Values extends Record<string, unknown>, Output>(parts: Parts<Values, Output>) {
  const { form, action, act, call, onDone, isMinor = false, children } = parts;
  const leaving = useLeaving(() => form.isDirty());
  const acting = useAct(act, {
    onDone: (output) => {
      leaving.leave(() => onDone(output));
    },
  });
  const errors = (error: unknown) => errorsOfForm(refusalOf(error), Object.keys(form.getValues()));
  const found = acting.error ? errors(acting.error) : undefined;
  const isShown = found && Object.keys(found.here).length > 0 && Object.keys(found.elsewhere).length === 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        acting.mutate(values, { onError: (error) => form.setErrors(errors(error).here) }),
      )}
    >
      <Stack>
        {children}
        <LeaveAlert leaving={leaving} />
        {acting.error && !isShown ? <Problem error={acting.error} /> : null}
        <Group justify="space-between">
          <InCode call={call(form.getValues())} />
          <Button type="submit" variant={isMinor ? 'default' : 'filled'} loading={acting.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
