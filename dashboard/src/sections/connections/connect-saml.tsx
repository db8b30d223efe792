import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createSamlConnection } from '../../generated/sdk.gen.ts';
import type { SamlConnectionInput } from '../../generated/types.gen.ts';
import type { Product } from '../../texts/connection-products.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { MetadataFields, metadataOf, type MetadataValues, noMetadata } from './metadata-fields.tsx';
import { StepForm } from './step-form.tsx';

const { settings: words } = texts;

interface Values extends MetadataValues {
  name: string;
  trustEmail: boolean;
}

const bodyOf = (values: Values): SamlConnectionInput => ({
  name: values.name,
  ...metadataOf(values),
  ...(values.trustEmail ? { trustEmail: true } : {}),
});

/** Asks for what a SAML identity provider gives, and adds the connection. */
export function ConnectSaml({ product, onDone }: { product: Product; onDone: (id: string) => void }) {
  const form = useForm<Values>({
    initialValues: {
      ...noMetadata,
      // Google Workspace offers a file only.
      by: product.id === 'google' ? 'xml' : 'url',
      name: '',
      trustEmail: false,
    },
  });
  return (
    <StepForm
      form={form}
      action={words.act}
      {...sendsEntered({ createSamlConnection }, (values: typeof form.values) => ({ body: bodyOf(values) }))}
      onDone={({ data: { id } }) => onDone(id)}
    >
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <MetadataFields form={form} />
      <Switch
        label={words.trustEmail}
        description={words.trustEmailText}
        {...form.getInputProps('trustEmail', { type: 'checkbox' })}
      />
    </StepForm>
  );
}
