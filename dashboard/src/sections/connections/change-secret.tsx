import { PasswordInput, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateOidcConnection } from '../../generated/sdk.gen.ts';
import type { OidcConnection, OidcConnectionPatch } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { takesSecret } from './takes-secret.ts';

const { secret: words } = texts;

/**
 * Sends the secret that the identity provider gave. It is never shown again. The method changes in the same request,
 * because the API wants a secret with some methods and refuses it with others.
 */
export function ChangeSecret({
  connection,
  read,
  onClose,
}: {
  connection: Versioned<OidcConnection>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { id, tokenEndpointAuthMethod: present } = connection.data;
  const form = useForm({
    initialValues: { tokenEndpointAuthMethod: present, clientSecret: '' },
  });
  const path = { id };
  const bodyOf = ({
    tokenEndpointAuthMethod: method,
    clientSecret,
  }: typeof form.values): OidcConnectionPatch => ({
    ...(method === present ? {} : { tokenEndpointAuthMethod: method }),
    ...(takesSecret(method) ? { clientSecret } : {}),
  });
  const isSecret = takesSecret(form.values.tokenEndpointAuthMethod);
  return (
    <FormDialog
      action={words.action}
      form={form}
      said={words.said}
      {...sendsEntered(
        { updateOidcConnection },
        (values: typeof form.values) => ({ path, body: bodyOf(values), headers: ifMatch(connection) }),
        (values) => ({ path, body: bodyOf({ ...values, clientSecret: '…' }) }),
      )}
      onReload={read}
      onClose={onClose}
    >
      <Select
        label={words.method}
        data={choicesOf(texts.methods)}
        allowDeselect={false}
        {...form.getInputProps('tokenEndpointAuthMethod')}
      />
      {isSecret ? (
        <>
          <Text size="sm">{words.text}</Text>
          <PasswordInput
            label={words.label}
            required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('clientSecret')}
          />
        </>
      ) : (
        <Text size="sm">{words.forgets}</Text>
      )}
    </FormDialog>
  );
}
