import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createIdentity } from '../../generated/sdk.gen.ts';
import type { IdentityInput } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { metadataRule } from '../../ui/metadata.tsx';
import { useGo } from '../../ui/use-go.ts';
import { bodyOf, emptyIdentity, IdentityFields, type IdentityValues } from './identity-form.tsx';

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** The call without the fields that have their defaults, so that the sample stays short. */
const newBody = (values: IdentityValues): IdentityInput => ({
  ...(Object.fromEntries(
    Object.entries(bodyOf(values)).filter(([, value]) => !isEmpty(value)),
  ) as Partial<IdentityInput>),
  name: values.name,
  type: values.type,
});

/** Creates an identity, and opens its page. */
export function CreateIdentity({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const form = useForm<IdentityValues>({
    initialValues: emptyIdentity,
    validate: { metadata: metadataRule },
  });
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      {...sendsEntered({ createIdentity }, (values: typeof form.values) => ({ body: newBody(values) }))}
      onDone={({ data: { id } }) => go(`identities/${id}`)}
      onClose={onClose}
    >
      <IdentityFields form={form} isNew />
    </FormDialog>
  );
}
