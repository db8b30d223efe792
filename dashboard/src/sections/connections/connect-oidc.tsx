import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { createOidcConnection } from '../../generated/sdk.gen.ts';
import type { OidcConnectionInput, TokenEndpointAuthMethod } from '../../generated/types.gen.ts';
import type { Product } from '../../texts/connection-products.ts';
import { texts as all } from '../../texts/connections.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { PageForm } from '../../ui/page-form.tsx';
import { takesSecret } from './takes-secret.ts';

const { settings: words } = texts;

const bodyOf = (
  product: Product,
  values: {
    name: string;
    issuer: string;
    clientId: string;
    clientSecret: string;
    tokenEndpointAuthMethod: string;
    trustEmail: boolean;
  },
): OidcConnectionInput => {
  const { clientSecret, trustEmail, tokenEndpointAuthMethod: method, ...rest } = values;
  return {
    ...rest,
    product: product.id,
    tokenEndpointAuthMethod: method as TokenEndpointAuthMethod,
    ...(takesSecret(method) ? { clientSecret } : {}),
    ...(trustEmail ? { trustEmail } : {}),
  };
};

/** Asks for what an OpenID Connect provider gives, and adds the connection. */
export function ConnectOidc({ product, onDone }: { product: Product; onDone: (id: string) => void }) {
  const form = useForm({
    initialValues: {
      name: '',
      issuer: product.fixedIssuer ?? '',
      clientId: '',
      clientSecret: '',
      // The discovery document of Entra ID names this method, and not our default (docs/federation.md).
      tokenEndpointAuthMethod: product.id === 'entra' ? 'client_secret_post' : 'client_secret_basic',
      trustEmail: false,
    },
  });
  const isSecret = takesSecret(form.values.tokenEndpointAuthMethod);
  return (
    <PageForm
      form={form}
      action={words.act}
      act={async (values) => (await createOidcConnection({ body: bodyOf(product, values) })).data}
      call={(values) => ({
        operation: 'createOidcConnection',
        body: bodyOf(product, { ...values, clientSecret: '…' }),
      })}
      onDone={({ id }) => onDone(id)}
    >
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.issuer}
        description={product.fixedIssuer ? words.fixedIssuer : words.issuerText(product.issuer)}
        required
        readOnly={product.fixedIssuer !== undefined}
        placeholder="https://"
        {...form.getInputProps('issuer')}
      />
      <TextInput label={words.clientId} required autoComplete="off" {...form.getInputProps('clientId')} />
      <Select
        label={words.method}
        data={choicesOf(all.methods)}
        allowDeselect={false}
        {...form.getInputProps('tokenEndpointAuthMethod')}
      />
      {isSecret ? (
        <PasswordInput
          label={words.clientSecret}
          description={words.clientSecretText}
          required
          autoComplete="off"
          {...form.getInputProps('clientSecret')}
        />
      ) : null}
      {product.id === 'entra' ? (
        <Switch
          label={words.trustEmail}
          description={words.trustEmailText}
          {...form.getInputProps('trustEmail', { type: 'checkbox' })}
        />
      ) : null}
    </PageForm>
  );
}
