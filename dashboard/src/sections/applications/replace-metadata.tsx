import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateServiceProvider } from '../../generated/sdk.gen.ts';
import type { ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FileField } from './file-field.tsx';

const { replaceMetadata: words } = texts;

/** Takes the addresses and certificates over from new metadata. */
export function ReplaceMetadata({
  provider,
  read,
  onClose,
}: {
  provider: Versioned<ServiceProvider>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useForm({ initialValues: { metadataXml: '' } });
  const path = { spId: provider.data.id };
  const headers = ifMatch(provider);
  return (
    <FormDialog
      title={words.title}
      action={words.action}
      form={form}
      said={texts.saved}
      {...sendsEntered({ updateServiceProvider }, (body: typeof form.values) => ({ path, body, headers }))}
      onReload={read}
      onClose={onClose}
    >
      <FileField
        label={texts.wizard.fields.metadataXml}
        description={words.text}
        required
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        {...form.getInputProps('metadataXml')}
        value={form.values.metadataXml}
      />
    </FormDialog>
  );
}
