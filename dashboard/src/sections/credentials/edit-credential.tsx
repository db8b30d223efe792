import { NumberInput, TagsInput, type TagsInputProps, TextInput } from '@mantine/core';
import { updateCredential } from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { mergeOver } from '../../ui/merge.ts';
import { useScopesInUse } from '../../ui/scopes-in-use.ts';
import { MetadataField, metadataOf, metadataRule, metadataText } from '../../ui/metadata.tsx';

interface Values extends Record<string, unknown> {
  name: string;
  scopes: string[];
  expiresAt: string;
  maxUsageCount: number | string;
  allowedIps: string[];
  rateLimitPerMinute: number | string;
  metadata: string;
}

const valuesOf = (credential: Credential): Values => ({
  name: credential.name,
  scopes: credential.scopes,
  expiresAt: toLocalField(credential.expiresAt),
  maxUsageCount: credential.maxUsageCount ?? '',
  allowedIps: credential.allowedIps ?? [],
  rateLimitPerMinute: credential.rateLimitPerMinute ?? '',
  metadata: metadataText(credential.metadata),
});

const numberOf = (value: number | string): number | null => (typeof value === 'number' ? value : null);

const bodyOf = (values: Values, before: Credential) => ({
  name: values.name,
  scopes: values.scopes,
  expiresAt: fromLocalField(values.expiresAt),
  maxUsageCount: numberOf(values.maxUsageCount),
  allowedIps: values.allowedIps.length === 0 ? null : values.allowedIps,
  rateLimitPerMinute: numberOf(values.rateLimitPerMinute),
  metadata: mergeOver(before.metadata, metadataOf(values.metadata) ?? {}),
});

const titles = {
  name: texts.form.name,
  scopes: texts.form.scopes,
  expiresAt: texts.form.expires,
  maxUsageCount: texts.form.maxUses,
  allowedIps: texts.form.ips,
  rateLimitPerMinute: texts.form.limit,
  metadata: ui.metadata,
};

/** The scopes, with those in use as suggestions. */
const Scopes = ({ identityId, ...props }: TagsInputProps & { identityId: string }) => (
  <TagsInput
    label={titles.scopes}
    description={texts.form.scopesText}
    data={useScopesInUse(identityId)}
    {...props}
  />
);

/** Changes a credential, unless another user changed it meanwhile. The secret stays the same. */
export const EditCredential = (parts: Opened<Credential>) => (
  <EditDialog
    {...parts}
    title={({ name }) => texts.edit.title(name)}
    said={texts.edit.said}
    valuesOf={valuesOf}
    validate={{ metadata: metadataRule }}
    titles={titles}
    operation={{ updateCredential }}
    optionsOf={(values, { base, patch }) => ({
      path: { id: base.data.id },
      body: patch(values, bodyOf(values, base.data)),
    })}
  >
    {(form, { base }) => (
      <>
        <TextInput
          label={titles.name}
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Scopes identityId={base.data.identityId} {...form.getInputProps('scopes')} />
        <TextInput
          type="datetime-local"
          label={titles.expiresAt}
          description={texts.form.expiresText}
          {...form.getInputProps('expiresAt')}
        />
        <NumberInput
          label={titles.maxUsageCount}
          description={texts.form.maxUsesText}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('maxUsageCount')}
        />
        <TagsInput
          label={titles.allowedIps}
          description={texts.form.ipsText}
          {...form.getInputProps('allowedIps')}
        />
        <NumberInput
          label={titles.rateLimitPerMinute}
          description={texts.form.limitText}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('rateLimitPerMinute')}
        />
        <MetadataField {...form.getInputProps('metadata')} />
      </>
    )}
  </EditDialog>
);
