import {
  Box,
  ColorInput,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.ts';
import { durationOf } from './duration.ts';
import { PickGroups } from './pick-group.tsx';

/** What an input of a field gets. */
export interface FieldInput {
  label: string;
  description: string | undefined;
  disabled: boolean;
  error?: ReactNode;
  // The value of a field may have any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  value?: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  onChange: (value: any) => void;
}

/** A field of a resource with settings. */
export interface SettingsField<Name extends string = string> {
  name: Name;
  label: string;
  text?: string;
  /** The heading that the field stands under. */
  group?: string;
  /** A kind with `?` may be empty, which is null. Seconds are shown in words, too. */
  kind:
    | 'switch'
    | 'number'
    | 'number?'
    | 'seconds'
    | 'seconds?'
    | 'text'
    | 'text?'
    | 'colour?'
    | 'list'
    | 'list?'
    | 'groups?'
    | 'choice'
    | 'choice?'
    | 'choices';
  /** In place of the usual input of the kind. It takes the whole width. */
  input?: (props: FieldInput) => ReactNode;
  /** Shown, and never changed here. */
  isFixed?: boolean;
  choices?: readonly { value: string; label: string }[];
  /** What is lost by a change, which the user confirms first. */
  warns?: (from: unknown, to: unknown) => string | undefined;
}

/** The input of a field. */
export function SettingsInput({
  field: { name, label, text, kind, choices = [], input, isFixed = false },
  form,
  isDisabled,
}: {
  field: SettingsField;
  form: UseFormReturnType<Record<string, unknown>>;
  isDisabled: boolean;
}) {
  const common = { label, description: text, disabled: isDisabled || isFixed };
  if (input)
    return <Box style={{ gridColumn: '1 / -1' }}>{input({ ...common, ...form.getInputProps(name) })}</Box>;
  if (kind.startsWith('seconds')) {
    const inWords = [texts.inSeconds, durationOf(form.getValues()[name])].filter(Boolean).join(' · ');
    return (
      <NumberInput
        {...common}
        description={text ? `${inWords}. ${text}` : inWords}
        allowDecimal={false}
        {...form.getInputProps(name)}
      />
    );
  }
  if (kind === 'switch') return <Switch {...common} {...form.getInputProps(name, { type: 'checkbox' })} />;
  if (kind === 'number' || kind === 'number?')
    return <NumberInput {...common} allowDecimal={false} {...form.getInputProps(name)} />;
  if (kind === 'list' || kind === 'list?') return <TagsInput {...common} {...form.getInputProps(name)} />;
  if (kind === 'groups?') return <PickGroups {...common} {...form.getInputProps(name)} />;
  if (kind === 'choices')
    return <MultiSelect {...common} data={[...choices]} {...form.getInputProps(name)} />;
  if (kind.startsWith('choice')) {
    const { value, onChange, ...more } = form.getInputProps(name);
    const isNumber = typeof value === 'number';
    return (
      <Select
        {...common}
        {...more}
        data={[...choices]}
        allowDeselect={kind === 'choice?'}
        clearable={kind === 'choice?'}
        value={value === '' ? null : String(value)}
        onChange={(chosen) =>
          (onChange as (value: unknown) => void)(isNumber ? Number(chosen) : (chosen ?? ''))
        }
      />
    );
  }
  if (kind === 'colour?')
    return <ColorInput {...common} withEyeDropper={false} {...form.getInputProps(name)} />;
  return <TextInput {...common} {...form.getInputProps(name)} />;
}
