import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { errorsOfForm, refusalOf } from '../api/refusal.ts';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { InCode } from './in-code.tsx';
import { Problem } from './problem.tsx';
import { LeaveAlert, useLeaving } from './unsaved.tsx';
import { useAct } from './use-act.ts';
import { useReload } from './use-reload.ts';

interface Parts<Values extends Record<string, unknown>, Output> {
  form: UseFormReturnType<Values>;
  action: string;
  act: (values: Values) => Promise<Output>;
  call: (values: Values) => Call;
  said?: string;
  onDone: (output: Output) => void;
  /** Leaves the page without the change. */
  onCancel?: () => void;
  /** Loads the newest version after a conflict (`useEdit`). */
  onReload?: () => Promise<unknown>;
  /** Another button of the page is the next step. */
  isMinor?: boolean;
  children: ReactNode;
}

/** A form in a page. Refused fields say the rule of the service. */
export function PageForm<Values extends Record<string, unknown>, Output>(parts: Parts<Values, Output>) {
  const { form, action, act, call, said, onDone, onCancel, onReload, isMinor = false, children } = parts;
  const leaving = useLeaving(() => form.isDirty());
  const acting = useAct(act, {
    ...(said ? { said } : {}),
    onDone: (output) => {
      leaving.leave(() => onDone(output));
    },
  });
  const { reload, isReloading } = useReload(async () => onReload?.(), acting);
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
        {acting.error && !isShown ? (
          <Problem isChange error={acting.error} onRetry={onReload ? () => void reload() : undefined} />
        ) : null}
        <Group justify="space-between">
          <InCode call={call(form.getValues())} />
          <Group gap="sm">
            {onCancel ? (
              <Button variant="default" onClick={onCancel} disabled={acting.isPending}>
                {texts.cancel}
              </Button>
            ) : null}
            <Button
              type="submit"
              variant={isMinor ? 'default' : 'filled'}
              loading={acting.isPending}
              disabled={isReloading}
            >
              {action}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
