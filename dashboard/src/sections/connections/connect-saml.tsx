import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createSamlConnection } from '../../generated/sdk.gen.ts';
import type { Product } from '../../texts/connection-products.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { PageForm } from '../../ui/page-form.tsx';

const { settings: words } = texts;

/** Asks for the name, and adds a draft. So the addresses are final before the identity provider is known. */
export function ConnectSaml({ product, onDone }: { product: Product; onDone: (id: string) => void }) {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <PageForm
      form={form}
      action={texts.name.act}
      hasFocus
      {...sendsEntered({ createSamlConnection }, ({ name }: typeof form.values) => ({
        body: { name, isDraft: true, product: product.id },
      }))}
      onDone={({ data: { id } }) => onDone(id)}
    >
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </PageForm>
  );
}
