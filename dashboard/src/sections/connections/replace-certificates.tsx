import { Alert, Code, List, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateSamlConnection } from '../../generated/sdk.gen.ts';
import type { SamlConnection, SamlConnectionPatch } from '../../generated/types.gen.ts';
import { texts as wizard } from '../../texts/connection-wizard.ts';
import { texts } from '../../texts/connections.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { XmlField } from './metadata-fields.tsx';
import { pemsIn } from './pems.ts';

const { certificates: words } = texts;

interface Values extends Record<string, unknown> {
  by: 'pem' | 'xml' | 'url';
  certificates: string;
  metadataXml: string;
  metadataUrl: string;
  metadataSigningCertificate: string;
}

/**
 * Gives the connection other certificates. While `metadataUrl` is set, the metadata governs them, so certificates that are
 * given by hand end the reading of the metadata.
 */
export function ReplaceCertificates({
  connection,
  onReload,
  onClose,
}: {
  connection: Versioned<SamlConnection>;
  onReload: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { id, metadataUrl, metadataSigningCertificate: pinned } = connection.data;
  const form = useForm<Values>({
    initialValues: {
      by: 'pem',
      certificates: '',
      metadataXml: '',
      metadataUrl: metadataUrl ?? '',
      metadataSigningCertificate: pinned ?? '',
    },
  });
  const bodyOf = (values: Values): SamlConnectionPatch => {
    if (values.by === 'url')
      return {
        metadataUrl: values.metadataUrl,
        ...(values.metadataSigningCertificate !== (pinned ?? '') && {
          metadataSigningCertificate: values.metadataSigningCertificate || null,
        }),
      };
    const given =
      values.by === 'xml'
        ? { metadataXml: values.metadataXml }
        : { certificates: pemsIn(values.certificates) };
    return { ...(metadataUrl === null ? {} : { metadataUrl: null }), ...given };
  };
  const path = { id };
  const { by, certificates } = form.values;
  return (
    <FormDialog
      action={words.replace}
      form={form}
      said={words.replaced}
      {...sendsEntered({ updateSamlConnection }, (values: typeof form.values) => ({
        path,
        body: bodyOf(values),
        headers: ifMatch(connection),
      }))}
      onReload={onReload}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={words.by}
        data={[
          { value: 'pem', label: words.pem },
          { value: 'xml', label: words.xml },
          { value: 'url', label: words.url },
        ]}
        {...form.getInputProps('by')}
      />
      {by !== 'url' && metadataUrl !== null ? <Alert color="orange">{words.endsReading}</Alert> : null}
      {by === 'pem' ? (
        <>
          <Textarea
            label={wizard.settings.certificates}
            description={words.whole}
            required
            autosize
            minRows={5}
            maxRows={14}
            spellCheck={false}
            {...form.getInputProps('certificates')}
          />
          <Fingerprints text={certificates} />
        </>
      ) : null}
      {by === 'xml' ? <XmlField form={form} /> : null}
      {by === 'url' ? (
        <>
          <TextInput
            label={wizard.settings.metadataUrl}
            description={wizard.settings.metadataUrlText}
            required
            {...form.getInputProps('metadataUrl')}
          />
          <Textarea
            label={words.pin}
            description={words.pinText}
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            {...form.getInputProps('metadataSigningCertificate')}
          />
        </>
      ) : null}
    </FormDialog>
  );
}

/** The SHA-256 of each certificate that was pasted, to compare with the administrator of the identity provider. */
function Fingerprints({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: ['fingerprints', text],
    queryFn: () => Promise.all(pemsIn(text).map(fingerprintOf)),
    enabled: text.includes('-----END'),
    staleTime: Infinity,
    gcTime: 0,
  });
  const known = data?.filter((one) => one !== undefined) ?? [];
  if (known.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.entered}
      </Text>
      <List size="sm">
        {known.map((one, at) => (
          <List.Item key={at}>
            <Code style={{ overflowWrap: 'anywhere' }}>{one}</Code>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

/** @returns undefined for a text without a certificate. Also undefined over HTTP: there the browser has no digests. */
async function fingerprintOf(pem: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (one) => one.charCodeAt(0));
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
