import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { focusesFirstField } from './first-field.ts';
import { InCode } from './in-code.tsx';
import { LeaveAlert, useLeaving } from './unsaved.tsx';
import { useFormAct } from './use-form-act.tsx';

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
  /** The form is what its page is for, so the focus begins in its first field. */
  hasFocus?: boolean;
  children: ReactNode;
}

/** A form in a page. Refused fields say the rule of the service. */
export function PageForm<Values extends Record<string, unknown>, Output>(parts: Parts<Values, Output>) {
  const {
    form,
    action,
    act,
    call,
    said,
    onDone,
    onCancel,
    onReload,
    isMinor = false,
    hasFocus = false,
    children,
  } = parts;
  const leaving = useLeaving(() => form.isDirty());
  const { acting, submit, problem, isReloading } = useFormAct(form, act, {
    said,
    onDone: (output) => {
      leaving.leave(() => onDone(output));
    },
    onReload,
  });
  return (
    <form noValidate ref={hasFocus ? focusesFirstField : undefined} onSubmit={submit}>
      <Stack>
        {children}
        <LeaveAlert leaving={leaving} />
        {problem}
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
