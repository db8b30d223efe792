import { PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { createSocialProvider, updateSocialProvider } from '../../generated/sdk.gen.ts';
import type { SocialProvider, SocialProviderKind } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from '../../ui/use-edit.ts';

const { social: words } = texts;
const kinds: readonly SocialProviderKind[] = [
  'google',
  'github',
  'microsoft',
  'apple',
  'gitlab',
  'linkedin',
  'facebook',
  'oidc',
];

interface Values extends Record<string, unknown> {
  provider: SocialProviderKind;
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  enabled: boolean;
  allowSignUp: boolean;
  allowedDomains: string[];
}

const valuesOf = (provider: SocialProvider | undefined): Values => ({
  provider: provider?.provider ?? 'google',
  name: provider?.name ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  issuer: provider?.issuer ?? '',
  enabled: provider?.enabled ?? true,
  allowSignUp: provider?.allowSignUp ?? false,
  allowedDomains: provider?.allowedDomains ?? [],
});

/** What can be changed later: all but the kind and the issuer. */
const fieldsOf = ({ name, clientId, clientSecret, enabled, allowSignUp, allowedDomains }: Values) => ({
  name,
  clientId,
  enabled,
  allowSignUp,
  allowedDomains,
  ...(clientSecret ? { clientSecret } : {}),
});

const bodyOf = (values: Values) => ({
  ...fieldsOf(values),
  provider: values.provider,
  ...(values.issuer ? { issuer: values.issuer } : {}),
});

/** Adds a provider, or changes one. A secret is sent and never shown. */
export function SocialProviderForm({
  provider,
  onClose,
}: {
  provider?: SocialProvider;
  onClose: () => void;
}) {
  // The API reads no single provider, so the row of the list has no version: only changed fields are sent.
  const { form, patch } = useEdit({ data: provider, etag: undefined }, valuesOf);
  const change = (values: Values) => patch(values, fieldsOf(values));
  const hidden = (values: Values) => ({ ...values, clientSecret: values.clientSecret ? '…' : '' });
  return (
    <FormDialog
      title={provider ? provider.name : words.create}
      action={provider ? words.edit : words.create}
      form={form}
      said={provider ? words.changed : words.created}
      act={(values): Promise<unknown> =>
        provider
          ? updateSocialProvider({ path: { providerId: provider.id }, body: change(values) })
          : createSocialProvider({ body: bodyOf(values) })
      }
      call={(values) =>
        provider
          ? {
              operation: 'updateSocialProvider',
              path: { providerId: provider.id },
              body: change(hidden(values)),
            }
          : {
              operation: 'createSocialProvider',
              body: bodyOf(hidden(values)),
            }
      }
      onClose={onClose}
    >
      <Select
        label={words.fields.provider}
        data={[...kinds]}
        allowDeselect={false}
        disabled={provider !== undefined}
        {...form.getInputProps('provider')}
      />
      <TextInput label={words.fields.name} required {...form.getInputProps('name')} />
      <TextInput label={words.fields.clientId} required {...form.getInputProps('clientId')} />
      <PasswordInput
        label={words.fields.clientSecret}
        description={provider?.clientSecretSet ? words.fields.clientSecretKept : undefined}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
      {form.values.provider === 'oidc' ||
      form.values.provider === 'microsoft' ||
      form.values.provider === 'gitlab' ? (
        <TextInput
          label={words.fields.issuer}
          disabled={provider !== undefined}
          {...form.getInputProps('issuer')}
        />
      ) : null}
      <TagsInput label={words.fields.allowedDomains} {...form.getInputProps('allowedDomains')} />
      <Switch label={words.fields.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Switch label={words.fields.allowSignUp} {...form.getInputProps('allowSignUp', { type: 'checkbox' })} />
    </FormDialog>
  );
}
