import {
  Accordion,
  Chip,
  Group,
  NumberInput,
  SegmentedControl,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useKeyForm } from '../app/me.ts';
import { createCredential, createJitCredential } from '../generated/sdk.gen.ts';
import { texts } from '../texts/credentials.ts';
import { FormDialog } from './form-dialog.tsx';
import { Samples } from './in-code.tsx';
import { fromLocalField, toLocalField } from './local-time.ts';
import { MetadataField, metadataOf, metadataRule } from './metadata.tsx';
import { PickIdentity } from './pick-identity.tsx';
import { useScopesInUse } from './scopes-in-use.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface Values extends Record<string, unknown> {
  kind: 'standard' | 'jit';
  identityId: string | null;
  name: string;
  scopes: string[];
  expiresAt: string;
  duration: string;
  maxUsageCount: number | string;
  rateLimitPerMinute: number | string;
  allowedIps: string[];
  metadata: string;
}

const common = ({ identityId, name, scopes, allowedIps, rateLimitPerMinute }: Values) => ({
  identityId: identityId ?? '',
  ...(name ? { name } : {}),
  ...(scopes.length > 0 ? { scopes } : {}),
  ...(allowedIps.length > 0 ? { allowedIps } : {}),
  ...(typeof rateLimitPerMinute === 'number' ? { rateLimitPerMinute } : {}),
});

const standardBody = (values: Values) => {
  const expiresAt = fromLocalField(values.expiresAt);
  const metadata = metadataOf(values.metadata) ?? {};
  return {
    ...common(values),
    name: values.name,
    ...(expiresAt ? { expiresAt } : {}),
    ...(typeof values.maxUsageCount === 'number' ? { maxUsageCount: values.maxUsageCount } : {}),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
};

const jitBody = (values: Values) => ({
  ...common(values),
  duration: values.duration,
  ...(typeof values.maxUsageCount === 'number' ? { maxUsage: values.maxUsageCount } : {}),
});

/** The fields that are folded, because most credentials leave them empty. */
const folded = {
  limits: ['maxUsageCount', 'allowedIps', 'rateLimitPerMinute'],
  metadata: ['metadata'],
};

const inDays = (days: number): string => toLocalField(new Date(Date.now() + days * 86_400_000).toISOString());

/** Creates a credential, a lasting or a short-lived one, and shows its secret once. */
export function CreateCredential({
  identityId,
  scopes = [],
  onClose,
}: {
  identityId?: string | undefined;
  /** Scopes to offer. */
  scopes?: readonly string[];
  onClose: () => void;
}) {
  const keyForm = useKeyForm();
  const [secret, setSecret] = useState<string>();
  const [opened, setOpened] = useState<string[]>([]);
  const form = useForm<Values>({
    initialValues: {
      kind: 'standard',
      identityId: identityId ?? null,
      name: '',
      scopes: [],
      expiresAt: '',
      duration: '15m',
      maxUsageCount: '',
      rateLimitPerMinute: '',
      allowedIps: [],
      metadata: '',
    },
    validate: { metadata: metadataRule },
  });
  const { kind } = form.values;
  const errors = Object.keys(form.errors);
  const refused = Object.entries(folded)
    .filter(([, names]) => errors.some((error) => names.some((name) => error.startsWith(name))))
    .map(([fold]) => fold);
  const suggested = useScopesInUse(form.values.identityId, scopes);
  if (secret !== undefined)
    return (
      <SecretDialog secret={secret} name={texts.columns.secret} onClose={onClose}>
        <Samples call={{ operation: 'verifyCredential', body: { credential: keyForm } }} />
      </SecretDialog>
    );
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      act={async (values) =>
        values.kind === 'jit'
          ? (await createJitCredential({ body: jitBody(values) })).data
          : (await createCredential({ body: standardBody(values) })).data
      }
      call={(values) =>
        values.kind === 'jit'
          ? { operation: 'createJitCredential', body: jitBody(values) }
          : { operation: 'createCredential', body: standardBody(values) }
      }
      onDone={({ credential }) => setSecret(credential)}
      onClose={onClose}
      staysOpen
    >
      <SegmentedControl
        aria-label={texts.form.kind}
        data={[
          { value: 'standard', label: texts.form.standard },
          { value: 'jit', label: texts.form.jit },
        ]}
        {...form.getInputProps('kind')}
      />
      {identityId === undefined ? (
        <PickIdentity
          label={texts.form.identity}
          description={texts.form.identityText}
          required
          {...form.getInputProps('identityId')}
        />
      ) : null}
      <TextInput
        label={texts.form.name}
        required={kind === 'standard'}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TagsInput
        label={texts.form.scopes}
        description={texts.form.scopesText}
        data={suggested}
        {...form.getInputProps('scopes')}
      />
      {kind === 'jit' ? (
        <TextInput
          label={texts.form.duration}
          description={texts.form.durationText}
          required
          {...form.getInputProps('duration')}
        />
      ) : (
        <>
          <TextInput
            type="datetime-local"
            label={texts.form.expires}
            description={texts.form.expiresText}
            {...form.getInputProps('expiresAt')}
          />
          <Group gap="xs" mt={-8} role="group" aria-label={texts.form.expires}>
            {[30, 90, 365].map((days) => (
              <Chip
                key={days}
                size="xs"
                checked={false}
                onChange={() => form.setFieldValue('expiresAt', inDays(days))}
              >
                {texts.form.inDays(days)}
              </Chip>
            ))}
          </Group>
        </>
      )}
      <Accordion
        multiple
        variant="contained"
        value={[...new Set([...opened, ...refused])]}
        onChange={setOpened}
      >
        <Accordion.Item value="limits">
          <Accordion.Control>{texts.form.limits}</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <NumberInput
                label={texts.form.maxUses}
                description={texts.form.maxUsesText}
                min={1}
                allowDecimal={false}
                {...form.getInputProps('maxUsageCount')}
              />
              <TagsInput
                label={texts.form.ips}
                description={texts.form.ipsText}
                {...form.getInputProps('allowedIps')}
              />
              <NumberInput
                label={texts.form.limit}
                description={texts.form.limitText}
                min={1}
                allowDecimal={false}
                {...form.getInputProps('rateLimitPerMinute')}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
        {kind === 'standard' ? (
          <Accordion.Item value="metadata">
            <Accordion.Control>{texts.form.metadata}</Accordion.Control>
            <Accordion.Panel>
              <MetadataField {...form.getInputProps('metadata')} />
            </Accordion.Panel>
          </Accordion.Item>
        ) : null}
      </Accordion>
    </FormDialog>
  );
}
