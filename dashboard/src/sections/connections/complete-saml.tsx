import { Alert, Card, Switch, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { updateSamlConnection } from '../../generated/sdk.gen.ts';
import type { Product } from '../../texts/connection-products.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { nameOf } from './choose-product.tsx';
import { MetadataFields, metadataOf, type MetadataValues, noMetadata } from './metadata-fields.tsx';
import { PageForm } from '../../ui/page-form.tsx';
import type { AnyConnection } from './use-connection.ts';

const { settings: words } = texts;

interface Values extends MetadataValues {
  trustEmail: boolean;
}

interface Parts {
  connection: AnyConnection;
  product: Product;
  onDone: () => void;
}

/** Asks for what the identity provider publishes, and completes the draft with it. */
export const CompleteSaml = (parts: Parts) => (
  <Card withBorder padding="lg">
    <Title order={2} size="h4" mb="md">
      {texts.metadata.title(nameOf(parts.product.id, parts.product.name))}
    </Title>
    {parts.connection.isDraft ? (
      <MetadataForm {...parts} />
    ) : (
      <Alert color="blue">{texts.metadata.known}</Alert>
    )}
  </Card>
);

function MetadataForm({ connection: { id }, product, onDone }: Parts) {
  const form = useForm<Values>({
    initialValues: {
      ...noMetadata,
      // Google Workspace offers a file only.
      by: product.id === 'google' ? 'xml' : 'url',
      trustEmail: false,
    },
  });
  return (
    <PageForm
      form={form}
      action={texts.metadata.act}
      hasFocus
      {...sendsEntered({ updateSamlConnection }, ({ trustEmail, ...values }: Values) => ({
        path: { id },
        body: {
          ...metadataOf(values),
          status: 'ACTIVE' as const,
          ...(trustEmail ? { trustEmail } : {}),
        },
      }))}
      onDone={onDone}
    >
      <MetadataFields form={form} />
      <Switch
        label={words.trustEmail}
        description={words.trustEmailText}
        {...form.getInputProps('trustEmail', { type: 'checkbox' })}
      />
    </PageForm>
  );
}
