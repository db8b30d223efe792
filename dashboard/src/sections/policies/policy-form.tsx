import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { createPolicy, updatePolicy } from '../../generated/sdk.gen.ts';
import type { Policy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/policies.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickScopes } from '../../ui/scopes.tsx';
import { choices, spokenOpen } from '../../ui/state.tsx';
import { Evaluate } from './evaluate.tsx';
import { changeBody, days, newBody, newValues, type PolicyValues, valuesOf } from './policy-values.ts';

const { form: words, parameters: rules } = texts;

type Form = UseFormReturnType<PolicyValues>;

export function CreatePolicy({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const form = useForm<PolicyValues>({ initialValues: newValues });
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      {...sendsEntered({ createPolicy }, (values: PolicyValues) => ({ body: newBody(values) }))}
      onDone={({ data }) => onDone(data.id)}
      onClose={onClose}
    >
      <Select
        label={words.type}
        description={texts.types[form.values.type]?.[1]}
        data={Object.entries(texts.types).map(([value, [label]]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <Fields form={form} />
      <TryDraft values={form.values} />
    </FormDialog>
  );
}

/** The type of a policy stays. */
export const EditPolicy = (parts: Opened<Policy>) => (
  <EditDialog
    {...parts}
    title={({ name }) => texts.edit(name)}
    said={texts.saved}
    valuesOf={valuesOf}
    titles={{ ...words, ...rules }}
    operation={{ updatePolicy }}
    optionsOf={(values, { base, mine }) => ({ path: { id: base.data.id }, body: changeBody(values, mine) })}
  >
    {(form) => (
      <>
        <Fields form={form} />
        <TryDraft values={form.values} />
      </>
    )}
  </EditDialog>
);

/** Judges an attempt by what was entered, before it is saved. */
function TryDraft({ values }: { values: PolicyValues }) {
  const [isOpen, setIsOpen] = useState(false);
  const { acknowledgeLockout: _, ...draft } = newBody(values);
  return (
    <div>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {words.tryDraft}
      </Button>
      {isOpen ? <Evaluate draft={draft} onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

function Fields({ form }: { form: Form }) {
  return (
    <>
      <TextInput label={words.name} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Rule form={form} />
      <Text size="sm" fw={600}>
        {words.about}
      </Text>
      <Group grow align="flex-start">
        <MultiSelect
          label={words.identityTypes}
          description={words.aboutText}
          data={choices(['SERVICE_ACCOUNT', 'API_KEY', 'CI_CD', 'AI_AGENT'])}
          {...form.getInputProps('identityTypes')}
        />
        <TagsInput label={words.tags} description={words.aboutText} {...form.getInputProps('tags')} />
      </Group>
      <Radio.Group label={words.mode} {...form.getInputProps('mode')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(texts.modes).map(([value, text]) => (
            <Radio key={value} value={value} label={spokenOpen(value)} description={text} />
          ))}
        </Stack>
      </Radio.Group>
      <MultiSelect
        label={words.actions}
        description={words.actionsText}
        data={choices(['DENY', 'ALERT', 'SUSPEND', 'REVOKE'])}
        required
        {...form.getInputProps('actions')}
      />
      <Select
        label={words.severity}
        data={choices(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])}
        allowDeselect={false}
        {...form.getInputProps('severity')}
      />
      <Textarea
        label={words.description}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      {form.values.mode === 'ENFORCE' ? (
        <Switch
          label={words.lockout}
          description={words.lockoutText}
          {...form.getInputProps('acknowledgeLockout', { type: 'checkbox' })}
        />
      ) : null}
    </>
  );
}

/** The fields that the type of the policy asks for. */
function Rule({ form }: { form: Form }) {
  const number = (name: 'maxTtlSeconds' | 'defaultTtlSeconds' | 'maxAgeDays' | 'maxIdleDays' | 'maxUses') => (
    <NumberInput
      label={rules[name]}
      min={1}
      allowDecimal={false}
      thousandSeparator=" "
      required={name !== 'defaultTtlSeconds'}
      {...form.getInputProps(name)}
    />
  );
  switch (form.values.type) {
    case 'CREDENTIAL_LIFETIME':
      return (
        <>
          {number('maxTtlSeconds')}
          {number('defaultTtlSeconds')}
          <Switch
            label={rules.allowNeverExpiring}
            {...form.getInputProps('allowNeverExpiring', { type: 'checkbox' })}
          />
        </>
      );
    case 'ROTATION_AGE':
      return number('maxAgeDays');
    case 'INACTIVITY':
      return number('maxIdleDays');
    case 'USAGE_RATE':
      return number('maxUses');
    case 'SCOPE_RESTRICTION':
      return (
        <>
          <PickScopes label={rules.allowedScopes} {...form.getInputProps('allowedScopes')} />
          <PickScopes label={rules.deniedScopes} {...form.getInputProps('deniedScopes')} />
        </>
      );
    case 'IP_ALLOWLIST':
      return (
        <TagsInput
          label={rules.cidrs}
          description={rules.cidrsText}
          splitChars={[',', ' ']}
          required
          {...form.getInputProps('cidrs')}
        />
      );
    case 'TIME_WINDOW':
      return (
        <>
          <Select
            label={rules.timezone}
            data={Intl.supportedValuesOf('timeZone')}
            searchable
            required
            {...form.getInputProps('timezone')}
          />
          <MultiSelect label={rules.days} data={choices(days)} required {...form.getInputProps('days')} />
          <Group grow>
            <TextInput label={rules.from} required maxLength={5} {...form.getInputProps('from')} />
            <TextInput label={rules.to} required maxLength={5} {...form.getInputProps('to')} />
          </Group>
        </>
      );
    case 'OWNER_REQUIRED':
    default:
      return null;
  }
}
