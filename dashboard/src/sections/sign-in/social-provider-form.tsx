import { Input, PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createSocialProvider, updateSocialProvider } from '../../generated/sdk.gen.ts';
import type { AccountLinking, SocialProvider, SocialProviderKind } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { Id } from '../../ui/copy.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Alone, OfRow } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';

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

/** A secret is sent and never shown. */
const hidden = (values: Values): Values => ({ ...values, clientSecret: values.clientSecret ? '…' : '' });

export function CreateSocialProvider({ onClose }: Alone) {
  const form = useForm<Values>({ initialValues: valuesOf(undefined) });
  return (
    <FormDialog
      action={words.create}
      form={form}
      said={words.created}
      {...sendsEntered(
        { createSocialProvider },
        (values: Values) => ({ body: bodyOf(values) }),
        (values) => ({ body: bodyOf(hidden(values)) }),
      )}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

export const EditSocialProvider = ({ row, onClose }: OfRow<SocialProvider>) => (
  <EditDialog
    // The API reads no single provider, so the row of the list has no version: only changed fields are sent.
    opened={{ data: row, etag: undefined }}
    onClose={onClose}
    title={({ name }) => name}
    action={words.edit}
    said={words.changed}
    valuesOf={valuesOf}
    titles={words.fields}
    operation={{ updateSocialProvider }}
    optionsOf={(values, { patch }) => ({
      path: { providerId: row.id },
      body: patch(values, fieldsOf(values)),
    })}
    sampleOf={(values, { patch }) => ({
      path: { providerId: row.id },
      body: patch(hidden(values), fieldsOf(hidden(values))),
    })}
  >
    {(form) => <Fields form={form} provider={row} />}
  </EditDialog>
);

function Fields({ form, provider }: { form: UseFormReturnType<Values>; provider?: SocialProvider }) {
  return (
    <>
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
    </>
  );
}
