import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { Dialog } from './dialog.tsx';
import { beginsInFirstField } from './first-field.ts';
import { InCode } from './in-code.tsx';
import { LeaveAlert, useLeaving } from './unsaved.tsx';
import { useFormAct } from './use-form-act.tsx';

interface Parts<Values extends Record<string, unknown>, Output> {
  /** The title, where it is not the action. */
  title?: string;
  action: string;
  form: UseFormReturnType<Values>;
  /** Sends what was entered. */
  act: (values: Values) => Promise<Output>;
  /** The same call in code, with what was entered so far. */
  call: (values: Values) => Call;
  said?: string;
  onClose: () => void;
  /** Stops what takes many calls. Otherwise nothing closes the form while the change is sent. */
  onStop?: () => void;
  onDone?: (output: Output) => void;
  /** `onDone` shows what follows in place of the form, such as a secret. */
  staysOpen?: boolean;
  size?: string;
  /** Loads the newest version after a conflict (`useEdit`). */
  onReload?: () => Promise<unknown>;
  children: ReactNode;
}

/** A form in a dialog. Refused fields say the rule of the service. */
export function FormDialog<Values extends Record<string, unknown>, Output>(parts: Parts<Values, Output>) {
  const {
    action,
    title = action,
    form,
    act,
    call,
    said,
    onClose,
    onStop,
    onDone,
    size = 'lg',
    staysOpen = false,
    onReload,
    children,
  } = parts;
  // The answer may have a secret, which is shown once.
  const leaving = useLeaving(() => acting.isSending() || form.isDirty());
  const { acting, submit, problem, isReloading } = useFormAct(form, act, {
    said,
    onDone: (output) => {
      leaving.free();
      if (!staysOpen) onClose();
      onDone?.(output);
    },
    onReload,
  });
  return (
    <Dialog
      onClose={() => leaving.ask(onClose)}
      title={title}
      size={size}
      closeOnClickOutside={!form.isDirty()}
      isBusy={acting.isPending}
    >
      <form noValidate ref={beginsInFirstField} onSubmit={submit}>
        <Stack>
          {children}
          {problem}
          <LeaveAlert leaving={leaving} />
          <Group justify="space-between">
            <InCode call={call(form.getValues())} />
            <Group gap="sm">
              <Button
                variant="default"
                onClick={acting.isPending ? onStop : () => leaving.leave(onClose)}
                disabled={acting.isPending && !onStop}
              >
                {acting.isPending && onStop ? texts.stop : texts.cancel}
              </Button>
              <Button type="submit" loading={acting.isPending} disabled={isReloading}>
                {action}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
