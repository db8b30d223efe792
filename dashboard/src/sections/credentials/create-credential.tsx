import { NumberInput, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { createCredential, createJitCredential } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Samples } from '../../ui/in-code.tsx';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';

interface Values extends Record<string, unknown> {
  kind: 'standard' | 'jit';
  identityId: string | null;
  name: string;
  scopes: string[];
  expiresAt: string;
  duration: string;
  maxUsageCount: number | string;
  allowedIps: string[];
}

const common = ({ identityId, name, scopes, allowedIps }: Values) => ({
  identityId: identityId ?? '',
  ...(name ? { name } : {}),
  ...(scopes.length > 0 ? { scopes } : {}),
  ...(allowedIps.length > 0 ? { allowedIps } : {}),
});

const standardBody = (values: Values) => ({
  ...common(values),
  name: values.name,
  ...(values.expiresAt ? { expiresAt: new Date(values.expiresAt).toISOString() } : {}),
  ...(typeof values.maxUsageCount === 'number' ? { maxUsageCount: values.maxUsageCount } : {}),
});

const jitBody = (values: Values) => ({
  ...common(values),
  duration: values.duration,
  ...(typeof values.maxUsageCount === 'number' ? { maxUsage: values.maxUsageCount } : {}),
});

/** Creates a credential, a lasting or a short-lived one, and shows its secret once. */
export function CreateCredential({ identityId, onClose }: { identityId?: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const form = useForm<Values>({
    initialValues: {
      kind: 'standard',
      identityId: identityId ?? null,
      name: '',
      scopes: [],
      expiresAt: '',
      duration: '15m',
      maxUsageCount: '',
      allowedIps: [],
    },
  });
  const { kind } = form.values;
  if (secret !== undefined)
    return (
      <SecretDialog secret={secret} name={texts.columns.secret} onClose={onClose}>
        <Samples call={{ operation: 'verifyCredential', body: { credential: secret } }} />
      </SecretDialog>
    );
  return (
    <FormDialog
      title={texts.create}
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
        data={[
          { value: 'standard', label: texts.create },
          { value: 'jit', label: texts.createJit },
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
        <TextInput
          type="datetime-local"
          label={texts.form.expires}
          description={texts.form.expiresText}
          {...form.getInputProps('expiresAt')}
        />
      )}
      <NumberInput
        label={texts.form.maxUses}
        min={1}
        allowDecimal={false}
        {...form.getInputProps('maxUsageCount')}
      />
      <TagsInput
        label={texts.form.ips}
        description={texts.form.ipsText}
        {...form.getInputProps('allowedIps')}
      />
    </FormDialog>
  );
}
