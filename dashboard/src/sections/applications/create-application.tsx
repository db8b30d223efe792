import { Radio, SegmentedControl, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { createOidcClient, createServiceProvider } from '../../generated/sdk.gen.ts';
import type { NewOidcClient, NewServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';

type Kind = keyof typeof texts.kinds;

interface Values extends Record<string, unknown> {
  kind: Kind;
  name: string;
  redirectUris: string[];
  scopes: string[];
  by: 'metadata' | 'url' | 'fields';
  metadataXml: string;
  metadataUrl: string;
  entityId: string;
  acsUrl: string;
}

const clientOf = ({ kind, name, redirectUris, scopes }: Values): NewOidcClient => ({
  name,
  applicationType: kind === 'saml' ? 'web' : kind,
  ...(kind === 'machine' ? { scopes } : { redirectUris }),
});

const providerOf = ({
  name,
  by,
  metadataXml,
  metadataUrl,
  entityId,
  acsUrl,
}: Values): NewServiceProvider => ({
  ...(name ? { name } : {}),
  ...(by === 'metadata' ? { metadataXml } : by === 'url' ? { metadataUrl } : { entityId, acsUrl }),
});

/** Asks for the kind first, and then only for what this kind needs. */
export function CreateApplication({
  mayOidc,
  maySaml,
  onClose,
}: {
  mayOidc: boolean;
  maySaml: boolean;
  onClose: () => void;
}) {
  const go = useGo();
  const [made, setMade] = useState<{ to: string; secret: string }>();
  const form = useForm<Values>({
    initialValues: {
      kind: mayOidc ? 'web' : 'saml',
      name: '',
      redirectUris: [],
      scopes: [],
      by: 'metadata',
      metadataXml: '',
      metadataUrl: '',
      entityId: '',
      acsUrl: '',
    },
  });
  const { kind, by } = form.values;
  if (made)
    return (
      <SecretDialog
        secret={made.secret}
        name={texts.secret}
        onClose={() => {
          onClose();
          go(made.to);
        }}
      />
    );
  const kinds = (Object.keys(texts.kinds) as Kind[]).filter((one) => (one === 'saml' ? maySaml : mayOidc));
  return (
    <FormDialog
      title={texts.create}
      action={texts.create}
      form={form}
      said={texts.created}
      act={async (values) => {
        if (values.kind === 'saml') {
          const { data } = await createServiceProvider({ body: providerOf(values) });
          return { to: `applications/saml/${data.id}`, secret: null };
        }
        const { data } = await createOidcClient({ body: clientOf(values) });
        return { to: `applications/oidc/${data.clientId}`, secret: data.clientSecret };
      }}
      call={(values) =>
        values.kind === 'saml'
          ? { operation: 'createServiceProvider', body: providerOf(values) }
          : { operation: 'createOidcClient', body: clientOf(values) }
      }
      onDone={({ to, secret }) => {
        if (secret !== null) return setMade({ to, secret });
        onClose();
        return go(to);
      }}
      staysOpen
      onClose={onClose}
    >
      <Radio.Group label={texts.form.kind} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          {kinds.map((one) => (
            <Radio key={one} value={one} label={texts.kinds[one]} description={texts.explained[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput label={texts.form.name} required={kind !== 'saml'} {...form.getInputProps('name')} />
      {kind === 'machine' ? <TagsInput label={texts.form.scopes} {...form.getInputProps('scopes')} /> : null}
      {kind !== 'machine' && kind !== 'saml' ? (
        <TagsInput
          label={texts.form.redirectUris}
          description={texts.form.redirectUrisText}
          required
          {...form.getInputProps('redirectUris')}
        />
      ) : null}
      {kind === 'saml' ? (
        <>
          <SegmentedControl
            aria-label={texts.form.by}
            data={[
              { value: 'metadata', label: texts.form.metadata },
              { value: 'url', label: texts.form.url },
              { value: 'fields', label: texts.form.fields },
            ]}
            {...form.getInputProps('by')}
          />
          {by === 'metadata' ? (
            <Textarea
              label={texts.form.metadataXml}
              autosize
              minRows={6}
              maxRows={14}
              {...form.getInputProps('metadataXml')}
            />
          ) : null}
          {by === 'url' ? (
            <TextInput label={texts.form.metadataUrl} {...form.getInputProps('metadataUrl')} />
          ) : null}
          {by === 'fields' ? (
            <>
              <TextInput label={texts.form.entityId} {...form.getInputProps('entityId')} />
              <TextInput label={texts.form.acsUrl} {...form.getInputProps('acsUrl')} />
            </>
          ) : null}
        </>
      ) : null}
    </FormDialog>
  );
}
