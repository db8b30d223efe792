import { Button, FileButton, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from '../../texts/connection-wizard.ts';
import { pemsIn } from './pems.ts';

const { settings: words } = texts;

/** What a SAML identity provider publishes, given in one of three ways. */
export interface MetadataValues extends Record<string, unknown> {
  by: 'url' | 'xml' | 'fields';
  metadataUrl: string;
  metadataXml: string;
  idpEntityId: string;
  ssoUrl: string;
  certificates: string;
}

export const noMetadata: MetadataValues = {
  by: 'url',
  metadataUrl: '',
  metadataXml: '',
  idpEntityId: '',
  ssoUrl: '',
  certificates: '',
};

/** Leaves only the fields of the chosen way. */
export function metadataOf(values: MetadataValues) {
  const { by, metadataUrl, metadataXml, idpEntityId, ssoUrl, certificates } = values;
  // Beside metadata, it selects one of several identity providers.
  const selected = idpEntityId === '' ? {} : { idpEntityId };
  if (by === 'url') return { metadataUrl, ...selected };
  if (by === 'xml') return { metadataXml, ...selected };
  return { idpEntityId, ssoUrl, certificates: pemsIn(certificates) };
}

export function MetadataFields<Values extends MetadataValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { by } = form.values;
  return (
    <>
      <SegmentedControl
        aria-label={words.by}
        data={[
          { value: 'url', label: words.byUrl },
          { value: 'xml', label: words.byXml },
          { value: 'fields', label: words.byFields },
        ]}
        {...form.getInputProps('by')}
      />
      {by === 'url' ? (
        <TextInput
          label={words.metadataUrl}
          description={words.metadataUrlText}
          placeholder="https://"
          required
          {...form.getInputProps('metadataUrl')}
        />
      ) : null}
      {by === 'xml' ? <XmlField form={form} /> : null}
      <TextInput
        label={words.idpEntityId}
        description={by === 'fields' ? undefined : words.idpEntityIdText}
        required={by === 'fields'}
        {...form.getInputProps('idpEntityId')}
      />
      {by === 'fields' ? (
        <>
          <TextInput label={words.ssoUrl} required {...form.getInputProps('ssoUrl')} />
          <Textarea
            label={words.certificates}
            description={words.certificatesText}
            required
            autosize
            minRows={4}
            maxRows={12}
            {...form.getInputProps('certificates')}
          />
        </>
      ) : null}
    </>
  );
}

/** Metadata as a text, which may come from a file. */
export function XmlField<Values extends { metadataXml: string }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  const take = async (file: File | null) => {
    if (file) form.setFieldValue('metadataXml', (await file.text()) as never);
  };
  return (
    <>
      <Group>
        <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => void take(file)}>
          {(props) => (
            <Button variant="default" size="xs" {...props}>
              {words.file}
            </Button>
          )}
        </FileButton>
      </Group>
      <Textarea
        label={words.metadataXml}
        required
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        {...form.getInputProps('metadataXml')}
      />
    </>
  );
}
