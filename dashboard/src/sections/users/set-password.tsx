import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-security.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Sets a password that the caller tells the user. */
export function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm({ initialValues: { password: '' } });
  const path = { userId: user.id };
  return (
    <FormDialog
      action={texts.password.set}
      form={form}
      said={texts.password.said}
      act={(body) => updateUser({ path, body })}
      call={() => ({ operation: 'updateUser', path, body: { password: '…' } })}
      onClose={onClose}
    >
      <PasswordInput
        label={texts.password.label}
        description={texts.password.rule}
        required
        data-autofocus
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
