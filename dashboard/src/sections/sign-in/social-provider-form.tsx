import { Input, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { createSocialProvider, updateSocialProvider } from '../../generated/sdk.gen.ts';
import type { AccountLinking, SocialProvider, SocialProviderKind } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { Id } from '../../ui/copy.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { useEdit } from '../../ui/use-edit.ts';

const { social: words } = texts;
/** The kinds that may be a server or a tenant of a company. */
const withIssuer: ReadonlySet<SocialProviderKind> = new Set(['oidc', 'microsoft', 'gitlab', 'github']);

/** The kinds that may know their clients without a secret. */
const withoutSecret: ReadonlySet<SocialProviderKind> = new Set(['oidc', 'gitlab']);

interface Values extends Record<string, unknown> {
  provider: SocialProviderKind;
  name: string;
  clientId: string;
  clientSecret: string;
  issuer: string;
  scopes: string[];
  enabled: boolean;
  allowSignUp: boolean;
  accountLinking: AccountLinking;
  allowedDomains: string[];
}

const valuesOf = (provider: SocialProvider | undefined): Values => ({
  provider: provider?.provider ?? 'google',
  name: provider?.name ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  issuer: provider?.issuer ?? '',
  scopes: provider?.scopes ?? [],
  enabled: provider?.enabled ?? true,
  allowSignUp: provider?.allowSignUp ?? false,
  accountLinking: provider?.accountLinking ?? 'EXPLICIT',
  allowedDomains: provider?.allowedDomains ?? [],
});

/** What can be changed later: all but the kind and the issuer. */
const fieldsOf = ({
  name,
  clientId,
  clientSecret,
  scopes,
  enabled,
  allowSignUp,
  accountLinking,
  allowedDomains,
}: Values) => ({
  name,
  clientId,
  scopes,
  enabled,
  allowSignUp,
  accountLinking,
  allowedDomains,
  ...(clientSecret ? { clientSecret } : {}),
});

const bodyOf = ({ scopes, ...values }: Values) => ({
  ...fieldsOf({ ...values, scopes }),
  provider: values.provider,
  // Without scopes, the service takes those that the kind of provider needs.
  scopes: scopes.length > 0 ? scopes : undefined,
  ...(withIssuer.has(values.provider) && values.issuer ? { issuer: values.issuer } : {}),
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
        data={choicesOf(words.kinds)}
        allowDeselect={false}
        disabled={provider !== undefined}
        {...form.getInputProps('provider')}
      />
      {provider ? (
        <Input.Wrapper label={words.columns.callback} description={words.fields.callback}>
          <div>
            <Id value={provider.callbackUrl} />
          </div>
        </Input.Wrapper>
      ) : null}
      <TextInput label={words.fields.name} required {...form.getInputProps('name')} />
      <TextInput label={words.fields.clientId} required {...form.getInputProps('clientId')} />
      <PasswordInput
        label={words.fields.clientSecret}
        required={provider === undefined && !withoutSecret.has(form.values.provider)}
        description={provider?.clientSecretSet ? words.fields.clientSecretKept : undefined}
        autoComplete="off"
        {...form.getInputProps('clientSecret')}
      />
      {withIssuer.has(form.values.provider) ? (
        <TextInput
          label={words.fields.issuer}
          required={form.values.provider === 'oidc'}
          disabled={provider !== undefined}
          {...form.getInputProps('issuer')}
        />
      ) : null}
      <TagsInput
        label={words.fields.scopes}
        description={provider ? undefined : words.fields.scopesUsual}
        {...form.getInputProps('scopes')}
      />
      <Select
        label={words.fields.accountLinking}
        data={choicesOf(words.linking)}
        allowDeselect={false}
        {...form.getInputProps('accountLinking')}
      />
      <TagsInput label={words.fields.allowedDomains} {...form.getInputProps('allowedDomains')} />
      <Switch label={words.fields.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Switch label={words.fields.allowSignUp} {...form.getInputProps('allowSignUp', { type: 'checkbox' })} />
    </FormDialog>
  );
}
