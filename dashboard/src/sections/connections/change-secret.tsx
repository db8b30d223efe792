import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateOidcConnection } from '../../generated/sdk.gen.ts';
import type { OidcConnection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const { secret: words } = texts;

/** Sends the secret that the identity provider gave. It is never shown again. */
export function ChangeSecret({
  connection,
  onClose,
}: {
  connection: Versioned<OidcConnection>;
  onClose: () => void;
}) {
  const form = useForm({ initialValues: { clientSecret: '' } });
  const path = { id: connection.data.id };
  return (
    <FormDialog
      title={words.action}
      action={words.action}
      form={form}
      said={words.said}
      act={(body) => updateOidcConnection({ path, body, headers: ifMatch(connection) })}
      call={() => ({ operation: 'updateOidcConnection', path, body: { clientSecret: '…' } })}
      onClose={onClose}
    >
      <Text>{words.text}</Text>
      <PasswordInput
        label={words.label}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('clientSecret')}
      />
    </FormDialog>
  );
}
