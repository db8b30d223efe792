import { NumberInput, TagsInput, TextInput } from '@mantine/core';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateCredential } from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { mergeOver } from '../../ui/merge.ts';
import { MetadataField, metadataOf, metadataRule, metadataText } from '../../ui/metadata.tsx';
import { useEdit } from '../../ui/use-edit.ts';

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

/** Changes a credential, unless another user changed it meanwhile. The secret stays the same. */
export function EditCredential({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<Credential>;
  read: () => Promise<Versioned<Credential> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, valuesOf, { metadata: metadataRule });
  const { form, base } = edit;
  const path = { id: base.data.id };
  const change = (values: Values) => edit.patch(values, bodyOf(values, base.data));
  return (
    <FormDialog
      title={texts.edit.title(base.data.name)}
      action={ui.save}
      form={form}
      said={texts.edit.said}
      act={(values) => updateCredential({ path, headers: ifMatch(base), body: change(values) })}
      call={(values) => ({ operation: 'updateCredential', path, body: change(values) })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={titles} />
      <TextInput
        label={titles.name}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TagsInput
        label={titles.scopes}
        description={texts.form.scopesText}
        {...form.getInputProps('scopes')}
      />
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
    </FormDialog>
  );
}
