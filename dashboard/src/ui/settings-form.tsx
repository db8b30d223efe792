import {
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { errorsOfForm, refusalOf } from '../api/refusal.ts';
import { ifMatch, type Versioned } from '../api/versioned.ts';
import { texts } from '../texts/ui.ts';
import { InCode } from './in-code.tsx';
import { Moment } from './moment.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';

/** A field of a resource with settings. */
export interface SettingsField<Name extends string = string> {
  name: Name;
  label: string;
  text?: string;
  /** `number?` and `text?` may be empty, which is null. */
  kind: 'switch' | 'number' | 'number?' | 'text' | 'text?' | 'colour?' | 'list' | 'list?' | 'choice';
  choices?: readonly { value: string; label: string }[];
}

/** The choices of a field, from the words for its values. */
export const choicesOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export interface Settings extends Record<string, unknown> {
  updatedAt?: string | null;
}

interface Parts<Data extends Settings> {
  title: string;
  text: string;
  fields: readonly SettingsField<Extract<keyof Data, string>>[];
  query: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Versioned<Data>> };
  /** The operationId of the change. */
  operation: string;
  path?: Record<string, string>;
  save: (change: Partial<Data>, headers: { 'If-Match'?: string }) => Promise<unknown>;
  said: string;
  mayWrite: boolean;
}

/** Settings that are read and changed as a whole. Only changed fields are sent. */
export function SettingsForm<Data extends Settings>(parts: Parts<Data>) {
  const { title, text, query } = parts;
  const { data, error, refetch } = useQuery({ ...query, refetchOnWindowFocus: false });
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {text}
      </Text>
      {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {/* A new version is a new form: what was typed against the old one must not be saved over it. */}
      {data ? <Loaded key={data.etag} {...parts} current={data} reload={() => void refetch()} /> : null}
    </Card>
  );
}

const shown = (value: unknown): unknown => (value === null || value === undefined ? '' : value);

function Loaded<Data extends Settings>({
  fields,
  operation,
  path,
  save,
  said,
  mayWrite,
  current,
  reload,
}: Parts<Data> & { current: Versioned<Data>; reload: () => void }) {
  const form = useForm<Record<string, unknown>>({
    initialValues: Object.fromEntries(
      fields.map(({ name, kind }) => [
        name,
        kind.startsWith('list') ? (current.data[name] ?? []) : shown(current.data[name]),
      ]),
    ),
  });
  const sent = (value: unknown, kind: SettingsField['kind']): unknown => {
    if (kind.endsWith('?') && (value === '' || (Array.isArray(value) && value.length === 0))) return null;
    return value;
  };
  const change = () =>
    Object.fromEntries(
      fields
        .filter(({ name }) => form.isDirty(name))
        .map(({ name, kind }) => [name, sent(form.getValues()[name], kind)]),
    ) as Partial<Data>;
  const saving = useAct(() => save(change(), ifMatch(current) ?? {}), { said });
  const names = fields.map(({ name }) => name as string);
  const elsewhere = saving.error ? errorsOfForm(refusalOf(saving.error), names) : undefined;
  const isShown =
    elsewhere && Object.keys(elsewhere.here).length > 0 && Object.keys(elsewhere.elsewhere).length === 0;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(() =>
        saving.mutate(undefined, {
          onError: (error) => form.setErrors(errorsOfForm(refusalOf(error), names).here),
        }),
      )}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {fields.map((field) => (
            <Field key={field.name} field={field} form={form} isDisabled={!mayWrite} />
          ))}
        </SimpleGrid>
        {saving.error && !isShown ? <Problem error={saving.error} onRetry={reload} /> : null}
        <Group justify="space-between">
          <InCode call={{ operation, ...(path ? { path } : {}), body: change() }} />
          <Group gap="sm">
            {current.data.updatedAt ? (
              <Text size="sm" c="dimmed">
                {texts.changed} <Moment at={current.data.updatedAt} isRelative />
              </Text>
            ) : null}
            {mayWrite ? (
              <Button type="submit" loading={saving.isPending} disabled={!form.isDirty()}>
                {texts.save}
              </Button>
            ) : null}
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function Field({
  field: { name, label, text, kind, choices },
  form,
  isDisabled,
}: {
  field: SettingsField;
  form: UseFormReturnType<Record<string, unknown>>;
  isDisabled: boolean;
}) {
  const common = { label, description: text, disabled: isDisabled };
  if (kind === 'switch') return <Switch {...common} {...form.getInputProps(name, { type: 'checkbox' })} />;
  if (kind === 'number' || kind === 'number?')
    return <NumberInput {...common} allowDecimal={false} {...form.getInputProps(name)} />;
  if (kind === 'list' || kind === 'list?') return <TagsInput {...common} {...form.getInputProps(name)} />;
  if (kind === 'choice') {
    const { value, onChange, ...more } = form.getInputProps(name);
    const isNumber = typeof value === 'number';
    return (
      <Select
        {...common}
        {...more}
        data={[...(choices ?? [])]}
        allowDeselect={false}
        value={String(value)}
        onChange={(chosen) => (onChange as (value: unknown) => void)(isNumber ? Number(chosen) : chosen)}
      />
    );
  }
  return <TextInput {...common} {...form.getInputProps(name)} />;
}
