import { MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createAlertRule, updateAlertRule } from '../../generated/sdk.gen.ts';
import type { AlertRule, AlertTrigger, IdentityType, Severity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { choices } from '../../ui/state.tsx';
import type { Edit } from '../../ui/use-edit.ts';
import { ChannelFields } from './channel-fields.tsx';
import { type Channel, channelOf, toChannel } from './channels.ts';

const { rules: words } = texts;

export interface RuleValues extends Record<string, unknown> {
  name: string;
  events: string[];
  minSeverity: string;
  identityTypes: string[];
  tags: string[];
  throttleSeconds: number | string;
  enabled: boolean;
  channels: Channel[];
}

const triggers: readonly AlertTrigger[] = [
  'anomaly.detected',
  'policy.violated',
  'credential.expiring',
  'credential.leaked',
  'webhook.disabled',
  'user.deprovisioned',
  'user.deleted',
  'user.local_login',
  'key.published',
  'service_provider.change_pending',
  'service_provider.certificate_expiring',
  'federation.setup_finished',
  'federation.failed',
  'federation.change_pending',
  'federation.certificate_expiring',
  'domain.failed',
  'access.owners_blocked',
  'access.exclusion_used',
];
const severities: readonly Severity[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];
const identityTypes: readonly IdentityType[] = ['SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT'];

const empty: RuleValues = {
  name: '',
  events: ['anomaly.detected'],
  minSeverity: 'LOW',
  identityTypes: [],
  tags: [],
  throttleSeconds: 300,
  enabled: true,
  channels: [],
};

const valuesOf = ({
  name,
  events,
  conditions,
  throttleSeconds,
  enabled,
  channels,
}: AlertRule): RuleValues => ({
  name,
  events: [...events],
  minSeverity: conditions.minSeverity ?? 'LOW',
  identityTypes: conditions.identityTypes ?? [],
  tags: conditions.tags ?? [],
  throttleSeconds,
  enabled,
  channels: channels.map(toChannel),
});

/** An empty list would match nothing: null is any. */
const anyOf = <Item,>(items: Item[]): Item[] | null => (items.length > 0 ? items : null);

/** @param isSample leaves addresses and keys out */
const bodyOf = (values: RuleValues, isSample = false) => ({
  name: values.name,
  events: values.events as AlertTrigger[],
  conditions: {
    minSeverity: values.minSeverity as Severity,
    identityTypes: anyOf(values.identityTypes as IdentityType[]),
    tags: anyOf(values.tags),
  },
  throttleSeconds: Number(values.throttleSeconds),
  enabled: values.enabled,
  channels: values.channels.map((channel) => channelOf(channel, { isSample })),
});

const rules = { throttleSeconds: numberRule };

const conditionNames = ['minSeverity', 'identityTypes', 'tags'];

export function CreateRule({ onClose }: { onClose: () => void }) {
  const form = useForm<RuleValues>({ initialValues: empty, validate: rules });
  return (
    <FormDialog
      action={words.create}
      form={form}
      said={words.created}
      {...sendsEntered(
        { createAlertRule },
        (values: RuleValues) => ({ body: bodyOf(values) }),
        (values) => ({ body: bodyOf(values, true) }),
      )}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

/** Conditions are sent together. */
const patchOf = (values: RuleValues, { mine, patch }: Edit<AlertRule, RuleValues>, isSample = false) => {
  const { conditions, ...rest } = bodyOf(values, isSample);
  const named = mine.some((name) => conditionNames.includes(name));
  return { ...patch(values, rest), ...(named ? { conditions } : {}) };
};

export const EditRule = (parts: Opened<AlertRule>) => (
  <EditDialog
    {...parts}
    title={({ name }) => words.edit(name)}
    said={words.saved}
    valuesOf={valuesOf}
    validate={rules}
    titles={{
      name: words.name,
      events: words.events,
      minSeverity: words.minSeverity,
      identityTypes: words.identityTypes,
      tags: words.tags,
      throttleSeconds: words.throttle,
      enabled: words.enabled,
      channels: words.channels,
    }}
    operation={{ updateAlertRule }}
    optionsOf={(values, edit) => ({ path: { id: edit.base.data.id }, body: patchOf(values, edit) })}
    sampleOf={(values, edit) => ({ path: { id: edit.base.data.id }, body: patchOf(values, edit, true) })}
  >
    {(form) => <Fields form={form} />}
  </EditDialog>
);

function Fields({ form }: { form: UseFormReturnType<RuleValues> }) {
  return (
    <>
      <TextInput label={words.name} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <MultiSelect
        label={words.events}
        description={words.eventsText}
        data={[...triggers]}
        searchable
        required
        {...form.getInputProps('events')}
      />
      <Select
        label={words.minSeverity}
        data={choices(severities)}
        allowDeselect={false}
        {...form.getInputProps('minSeverity')}
      />
      <MultiSelect
        label={words.identityTypes}
        description={words.anyText}
        data={choices(identityTypes)}
        {...form.getInputProps('identityTypes')}
      />
      <TagsInput label={words.tags} description={words.anyText} {...form.getInputProps('tags')} />
      <NumberInput
        label={words.throttle}
        description={words.throttleText}
        min={0}
        max={86_400}
        allowDecimal={false}
        {...form.getInputProps('throttleSeconds')}
      />
      <ChannelFields form={form} />
      <Switch label={words.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </>
  );
}
