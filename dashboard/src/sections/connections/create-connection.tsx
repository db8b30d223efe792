import { PasswordInput, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { createOidcConnection, createSamlConnection } from '../../generated/sdk.gen.ts';
import type { NewOidcConnection, NewSamlConnection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';

const { form: words } = texts;

interface Values extends Record<string, unknown> {
  type: 'OIDC' | 'SAML';
  name: string;
  domains: string[];
  issuer: string;
  clientId: string;
  clientSecret: string;
  by: 'url' | 'xml' | 'fields';
  metadataUrl: string;
  metadataXml: string;
  idpEntityId: string;
  ssoUrl: string;
  certificates: string;
}

const oidcOf = ({ name, domains, issuer, clientId, clientSecret }: Values): NewOidcConnection => ({
  name,
  issuer,
  clientId,
  ...(clientSecret ? { clientSecret } : {}),
  ...(domains.length > 0 ? { domains } : {}),
});

/** The certificates of a text with one after the other. */
const certificatesOf = (text: string): string[] =>
  text.match(/-----BEGIN[\s\S]*?-----END[^-]*-----/g) ?? [text];

const samlOf = (values: Values): NewSamlConnection => {
  const { name, domains, by, metadataUrl, metadataXml, idpEntityId, ssoUrl, certificates } = values;
  const known = { idpEntityId, ssoUrl, certificates: certificatesOf(certificates) };
  return {
    name,
    ...(by === 'url' ? { metadataUrl } : by === 'xml' ? { metadataXml } : known),
    ...(domains.length > 0 ? { domains } : {}),
  };
};

export function CreateConnection({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const form = useForm<Values>({
    initialValues: {
      type: 'OIDC',
      name: '',
      domains: [],
      issuer: '',
      clientId: '',
      clientSecret: '',
      by: 'url',
      metadataUrl: '',
      metadataXml: '',
      idpEntityId: '',
      ssoUrl: '',
      certificates: '',
    },
  });
  const { type, by } = form.values;
  return (
    <FormDialog
      title={texts.create}
      action={texts.create}
      form={form}
      said={texts.created}
      act={async (values) =>
        values.type === 'OIDC'
          ? (await createOidcConnection({ body: oidcOf(values) })).data
          : (await createSamlConnection({ body: samlOf(values) })).data
      }
      call={(values) =>
        values.type === 'OIDC'
          ? {
              operation: 'createOidcConnection',
              body: oidcOf({ ...values, clientSecret: values.clientSecret ? '…' : '' }),
            }
          : { operation: 'createSamlConnection', body: samlOf(values) }
      }
      onDone={({ id }) => go(`connections/${form.getValues().type.toLowerCase()}/${id}`)}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={words.type}
        data={[
          { value: 'OIDC', label: 'OpenID Connect' },
          { value: 'SAML', label: 'SAML' },
        ]}
        {...form.getInputProps('type')}
      />
      <TextInput label={words.name} required {...form.getInputProps('name')} />
      {type === 'OIDC' ? (
        <>
          <TextInput label={words.issuer} required placeholder="https://" {...form.getInputProps('issuer')} />
          <TextInput label={words.clientId} required {...form.getInputProps('clientId')} />
          <PasswordInput
            label={words.clientSecret}
            autoComplete="off"
            {...form.getInputProps('clientSecret')}
          />
        </>
      ) : (
        <>
          <SegmentedControl
            aria-label={words.by}
            data={[
              { value: 'url', label: words.url },
              { value: 'xml', label: words.xml },
              { value: 'fields', label: words.fields },
            ]}
            {...form.getInputProps('by')}
          />
          {by === 'url' ? (
            <TextInput label={words.metadataUrl} {...form.getInputProps('metadataUrl')} />
          ) : null}
          {by === 'xml' ? (
            <Textarea
              label={words.metadataXml}
              autosize
              minRows={6}
              maxRows={14}
              {...form.getInputProps('metadataXml')}
            />
          ) : null}
          {by === 'fields' ? (
            <>
              <TextInput label={words.idpEntityId} {...form.getInputProps('idpEntityId')} />
              <TextInput label={words.ssoUrl} {...form.getInputProps('ssoUrl')} />
              <Textarea
                label={words.certificates}
                description={words.certificatesText}
                autosize
                minRows={4}
                maxRows={12}
                {...form.getInputProps('certificates')}
              />
            </>
          ) : null}
        </>
      )}
      <TagsInput label={words.domains} description={words.domainsText} {...form.getInputProps('domains')} />
    </FormDialog>
  );
}
