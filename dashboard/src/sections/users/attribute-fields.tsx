import { NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../texts/attributes.ts';
import { texts as ui } from '../../texts/ui.ts';
import { JsonField } from '../../ui/json-field.tsx';
import { fieldsOf, type SchemaField } from './attribute-schema-fields.ts';

type Attributes = Record<string, unknown>;

const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without a value that was cleared. */
const withValue = (all: Attributes, name: string, value: unknown): Attributes => {
  const { [name]: _before, ...others } = all;
  return value === undefined || value === '' ? others : { ...others, [name]: value };
};

/** Attributes as the schema of the organization says: a field for each simple one, JSON for the others. */
export function AttributeFields({
  schema,
  value,
  onChange,
  onValid,
  errors,
}: {
  schema: unknown;
  value: Attributes;
  onChange: (value: Attributes) => void;
  /** Whether what is typed as JSON is JSON. */
  onValid: (isValid: boolean) => void;
  /** By `attributes.<name>`, as the service says them. */
  errors: Readonly<Record<string, ReactNode>>;
}) {
  const fields = fieldsOf(schema);
  const names = new Set(fields.map(({ name }) => name));
  const isOther = ([name]: [string, unknown]) => !names.has(name);
  const others = Object.fromEntries(Object.entries(value).filter(isOther));
  const hasOthers = fields.length === 0 || Object.keys(others).length > 0 || !isClosed(schema, names);
  const elsewhere = Object.entries(errors)
    .filter(([name]) => name.startsWith('attributes.') && !names.has(name.slice('attributes.'.length)))
    .map(([name, rule]) => (
      <span key={name}>
        {name} {rule}{' '}
      </span>
    ));
  return (
    <Stack gap="sm">
      {fields.length > 0 ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={value[field.name]}
              onChange={(typed) => onChange(withValue(value, field.name, typed))}
              error={errors[`attributes.${field.name}`]}
            />
          ))}
        </SimpleGrid>
      ) : null}
      {hasOthers ? (
        <JsonField
          label={fields.length > 0 ? texts.others : texts.jsonLabel}
          description={fields.length > 0 ? texts.othersText : undefined}
          value={others}
          fits={isAttributes}
          wrong={texts.notJson}
          onValid={onValid}
          onChange={(typed) =>
            onChange({
              ...Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name))),
              ...(typed as Attributes),
            })
          }
          error={elsewhere.length > 0 ? <Text span>{elsewhere}</Text> : undefined}
        />
      ) : null}
    </Stack>
  );
}

/** Whether a schema allows nothing but these names. */
const isClosed = (schema: unknown, names: ReadonlySet<string>): boolean =>
  isAttributes(schema) &&
  schema['additionalProperties'] === false &&
  Object.keys(isAttributes(schema['properties']) ? schema['properties'] : {}).every((name) =>
    names.has(name),
  );

function Field({
  field,
  value,
  onChange,
  error,
}: {
  field: SchemaField;
  value: unknown;
  onChange: (value: unknown) => void;
  error: ReactNode;
}) {
  const common = {
    label: field.label,
    description: field.description,
    withAsterisk: field.isRequired,
    error,
  };
  if (field.kind === 'number')
    return (
      <NumberInput
        {...common}
        value={typeof value === 'number' ? value : ''}
        onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
        allowDecimal={!field.isInteger}
        min={field.minimum}
        max={field.maximum}
        clampBehavior="none"
      />
    );
  if (field.kind === 'text')
    return (
      <TextInput
        {...common}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        maxLength={field.maxLength}
        type={field.format === 'date' ? 'date' : field.format === 'email' ? 'email' : 'text'}
      />
    );
  const choices =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: ui.yes },
          { value: 'false', label: ui.no },
        ]
      : [...field.choices];
  return (
    <Select
      {...common}
      data={choices}
      placeholder={texts.any}
      value={value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)}
      onChange={(typed) =>
        onChange(typed === null ? undefined : field.kind === 'boolean' ? typed === 'true' : typed)
      }
      clearable={!field.isRequired}
    />
  );
}
