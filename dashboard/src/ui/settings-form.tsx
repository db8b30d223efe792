import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { errorsOfForm, refusalOf } from '../api/refusal.ts';
import type { OperationId } from '../api/sends.ts';
import { ifMatch, type Versioned } from '../api/versioned.ts';
import { texts } from '../texts/ui.ts';
import { Confirm } from './confirm.tsx';
import { Conflict } from './conflict.tsx';
import { InCode } from './in-code.tsx';
import { Moment } from './moment.tsx';
import { Problem } from './problem.tsx';
import { type SettingsField, SettingsInput } from './settings-input.tsx';
import { UnsavedInput } from './unsaved.tsx';
import { useAct } from './use-act.ts';
import { useEdit } from './use-edit.ts';
import { useReload } from './use-reload.ts';

const isList = (kind: SettingsField['kind']): boolean =>
  kind.startsWith('list') || kind === 'groups?' || kind === 'choices';

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
  operation: OperationId;
  path?: Record<string, string>;
  save: (change: Partial<Data>, headers: { 'If-Match'?: string }) => Promise<unknown>;
  said: string;
  mayWrite: boolean;
  /** Shown beside the form, of what is entered now and of what is saved. */
  beside?: (entered: Record<string, unknown>, saved: Data) => ReactNode;
}

/** Settings that are read and changed as a whole. Only changed fields are sent. */
export function SettingsForm<Data extends Settings>(parts: Parts<Data>) {
  const { title, text, query } = parts;
  const { data, error, refetch } = useQuery({ ...query, refetchOnWindowFocus: false });
  const read = async () => (await refetch()).data;
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {text}
      </Text>
      {error && !data ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Loaded {...parts} current={data} read={read} /> : null}
    </Card>
  );
}

type Fields = Record<string, unknown>;

/** The fields by their headings, in the order of the fields. */
function inGroups(fields: readonly SettingsField[]): [group: string | undefined, fields: SettingsField[]][] {
  const groups = new Map<string | undefined, SettingsField[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}

const shown = (value: unknown): unknown => (value === null || value === undefined ? '' : value);

const sent = (value: unknown, kind: SettingsField['kind']): unknown => {
  if (kind.endsWith('?') && (value === '' || (Array.isArray(value) && value.length === 0))) return null;
  return value;
};

function Loaded<Data extends Settings>({
  fields,
  operation,
  path,
  save,
  said,
  mayWrite,
  beside,
  current,
  read,
}: Parts<Data> & { current: Versioned<Data>; read: () => Promise<Versioned<Data> | undefined> }) {
  const edit = useEdit<Data, Fields>(current, (data) =>
    Object.fromEntries(
      fields.map(({ name, kind }) => [name, isList(kind) ? (data[name] ?? []) : shown(data[name])]),
    ),
  );
  const { form, base, mine } = edit;
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const changed = fields.filter(({ name }) => mine.includes(name));
  const body = Object.fromEntries(
    changed.map(({ name, kind }) => [name, sent(form.getValues()[name], kind)]),
  ) as Partial<Data>;
  const afterSave = async (entered: Fields) => {
    const newest = await read();
    if (newest && (newest.etag === undefined || newest.etag !== base.etag)) edit.follow(newest, entered);
  };
  const saving = useAct((_entered: Fields) => save(body, ifMatch(base) ?? {}), {
    said,
    onDone: (_saved, entered) => afterSave(entered),
  });
  // Without input, the form shows the newest version. With input, another change is a conflict when the user saves.
  const isBehind = current.etag !== base.etag && mine.length === 0;
  useEffect(() => {
    if (isBehind) edit.follow(current);
  }, [isBehind, current]);
  const names = fields.map(({ name }) => name as string);
  const refusal = saving.error ? refusalOf(saving.error) : undefined;
  const elsewhere = refusal ? errorsOfForm(refusal, names) : undefined;
  const isShown =
    elsewhere && Object.keys(elsewhere.here).length > 0 && Object.keys(elsewhere.elsewhere).length === 0;
  const { reload, isReloading } = useReload(async () => edit.rebase(await read()), saving);
  const discard = () => {
    edit.discard();
    saving.reset();
  };
  const send = () =>
    saving.mutate(form.getValues(), {
      onError: (error) => form.setErrors(errorsOfForm(refusalOf(error), names).here),
    });
  const ask = () => {
    const lost = changed.flatMap(({ name, warns }) => warns?.(base.data[name], body[name]) ?? []);
    setWarnings(lost);
    if (lost.length === 0) send();
  };
  const call = { operation, ...(path ? { path } : {}), body };
  const whole = (
    <>
      <UnsavedInput isDirty={mine.length > 0} />
      <form noValidate onSubmit={form.onSubmit(ask)}>
        <Stack>
          <Conflict edit={edit} titles={Object.fromEntries(fields.map(({ name, label }) => [name, label]))} />
          {inGroups(fields).map(([group, together]) => (
            <Stack key={group ?? ''} gap="sm" mb={group ? 'sm' : 0}>
              {group ? (
                <Title order={3} size="h5">
                  {group}
                </Title>
              ) : null}
              <SimpleGrid cols={beside ? { base: 1, sm: 2, lg: 1 } : { base: 1, sm: 2 }} spacing="md">
                {together.map((field) => (
                  <SettingsInput key={field.name} field={field} form={form} isDisabled={!mayWrite} />
                ))}
              </SimpleGrid>
            </Stack>
          ))}
          {refusal && !isShown ? (
            <Problem
              isChange
              error={refusal}
              onRetry={refusal.status === 412 ? () => void reload() : undefined}
            />
          ) : null}
          <Group justify="space-between">
            <InCode call={call} />
            <Group gap="sm">
              {base.data.updatedAt ? (
                <Text size="sm" c="dimmed">
                  {texts.changed} <Moment at={base.data.updatedAt} isRelative />
                </Text>
              ) : null}
              {mine.length > 0 ? (
                <Button variant="default" disabled={saving.isPending} onClick={discard}>
                  {texts.discard}
                </Button>
              ) : null}
              {mayWrite ? (
                <Button type="submit" loading={saving.isPending} disabled={isReloading || mine.length === 0}>
                  {texts.save}
                </Button>
              ) : null}
            </Group>
          </Group>
        </Stack>
      </form>
      {warnings.length > 0 ? (
        <Confirm
          title={texts.warning}
          text={warnings.join(' ')}
          action={texts.save}
          call={call}
          // The form saves, so that it shows what is refused.
          act={() => Promise.resolve()}
          onClose={() => setWarnings([])}
          onDone={send}
        />
      ) : null}
    </>
  );
  if (!beside) return whole;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <div>{whole}</div>
      {beside(form.values, base.data)}
    </SimpleGrid>
  );
}
