import { Alert, Button, Group, List, Loader, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../api/refusal.ts';
import { getAccessBacktestOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { startAccessBacktest } from '../../generated/sdk.gen.ts';
import type {
  AccessBacktestDay,
  AccessBacktestExample,
  AccessBacktestResult,
  AccessPolicyFields,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Days } from '../../ui/days.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { beginsInFirstField } from '../../ui/first-field.ts';
import { InCode } from '../../ui/in-code.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { useNames } from '../../ui/names.ts';
import { Problem } from '../../ui/problem.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useAct } from '../../ui/use-act.ts';
import { conditionTitle } from './condition-titles.ts';

const { replay: words } = texts;
const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

/** The API will not answer otherwise. */
const isFinal = (error: unknown): boolean => [403, 404].includes(refusalOf(error).status);

const dateRule = (value: string): string | null =>
  fromLocalField(`${value}T00:00:00Z`) === null ? ui.dateRule : null;

/** The end of a day, or now for a day that has not ended: what is recorded today counts as well. */
function endOf(date: string): string {
  const end = fromLocalField(`${date}T23:59:59.999Z`) ?? '';
  const now = new Date().toISOString();
  return end < now ? end : now;
}

/**
 * Asks a policy about the traffic that was recorded, and shows by day what it would have changed.
 * @param draft what the policy says, saved or not
 * @param inPlaceOf the saved policy that is not asked meanwhile
 */
export function Backtest({
  draft,
  inPlaceOf,
  onClose,
}: {
  draft: AccessPolicyFields;
  inPlaceOf?: string | undefined;
  onClose: () => void;
}) {
  const [id, setId] = useState<string>();
  const form = useForm({
    initialValues: { from: day(7), to: day(0) },
    validate: { from: dateRule, to: dateRule },
  });
  const bodyOf = ({ from, to }: typeof form.values) => ({
    from: fromLocalField(`${from}T00:00:00Z`) ?? '',
    to: endOf(to),
    ...(inPlaceOf === undefined ? {} : { inPlaceOf }),
    policy: draft,
  });
  const starting = useAct(
    async (values: typeof form.values) => (await startAccessBacktest({ body: bodyOf(values) })).data,
    {
      onDone: ({ id: started }) => setId(started),
    },
  );
  return (
    <Dialog onClose={onClose} title={words.title} size="xl">
      <form
        noValidate
        ref={beginsInFirstField}
        onSubmit={(event) => {
          // The form of a draft is around this one.
          event.stopPropagation();
          form.onSubmit((values) => starting.mutate(values))(event);
        }}
      >
        <Stack>
          <Text>{words.text}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput type="date" label={words.from} {...form.getInputProps('from')} />
            <TextInput type="date" label={words.to} {...form.getInputProps('to')} />
          </SimpleGrid>
          {starting.error ? <Problem error={starting.error} /> : null}
          {id === undefined ? null : <Progress id={id} />}
          <Group justify="space-between">
            <InCode call={{ operation: 'startAccessBacktest', body: bodyOf(form.values) }} />
            <Button type="submit" loading={starting.isPending}>
              {words.act}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const every = 1500;
/** After so many errors, the user asks for the next read. */
const mostErrors = 5;

function Progress({ id }: { id: string }) {
  const { data, error, errorUpdateCount, refetch } = useQuery({
    ...getAccessBacktestOptions({ path: { id } }),
    refetchInterval: ({ state }) => {
      if (state.data?.status === 'COMPLETED' || state.data?.status === 'FAILED') return false;
      if (!state.error) return every;
      const errors = state.errorUpdateCount % mostErrors;
      return errors === 0 || isFinal(state.error) ? false : every * 2 ** errors;
    },
  });
  if (error && (!data || isFinal(error) || errorUpdateCount % mostErrors === 0))
    return <Problem error={error} onRetry={() => void refetch()} />;
  if (data?.status === 'FAILED') return <Alert color="red">{words.failed}</Alert>;
  if (!data?.result)
    return (
      <Group role="status">
        <Loader size="sm" />
        <Text>{words.waiting}</Text>
      </Group>
    );
  return <Result result={data.result} />;
}

const changed = ({ users, machines }: AccessBacktestDay): [number, number] => [
  users.changed,
  machines.changed,
];

function Result({
  result: { days, users, identities, isPartial, missing, examples },
}: {
  result: AccessBacktestResult;
}) {
  return (
    <Stack role="status">
      <Text fw={600}>{words.users(users)}</Text>
      <Text fw={600}>{words.identities(identities)}</Text>
      {isPartial ? <Alert color="orange">{words.partial}</Alert> : null}
      <Days
        title={words.chart}
        days={days.map((one) => ({ date: one.day, values: changed(one) }))}
        series={[words.chartUsers, words.chartMachines]}
      />
      {missing.length > 0 ? (
        <Stack gap={4}>
          <Text size="sm">{words.missing}</Text>
          <List size="sm">
            {missing.map(({ condition, users: ofUsers, machines }) => (
              <List.Item key={condition}>
                {conditionTitle(condition)}: {ofUsers + machines}
              </List.Item>
            ))}
          </List>
        </Stack>
      ) : null}
      {examples.length > 0 ? <Examples examples={examples} /> : null}
    </Stack>
  );
}

const shown = 20;

/** Some of those that the policy would have stopped. */
function Examples({ examples }: { examples: readonly AccessBacktestExample[] }) {
  // The newest first: what still happens is what matters.
  const newest = examples.toReversed().slice(0, shown);
  const names = useNames(
    newest.flatMap((one) =>
      [one.userId, one.identityId, one.application].filter((id): id is string => id !== null),
    ),
  );
  const linked = (id: string | null) => (id === null ? '–' : <ThingLink id={id} name={names.get(id)} />);
  return (
    <ScrolledTable minWidth={480}>
      <Table captionSide="top">
        <Table.Caption ta="left">{words.examples(newest.length)}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {words.exampleColumns.map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.map(({ day: date, userId, identityId, decision, application, attempts }) => (
            <Table.Tr key={`${date} ${userId ?? identityId} ${decision} ${application}`}>
              <Table.Td>{date}</Table.Td>
              <Table.Td>{linked(userId ?? identityId)}</Table.Td>
              <Table.Td>
                <State value={decision} />
              </Table.Td>
              <Table.Td>{linked(application)}</Table.Td>
              <Table.Td>{attempts}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
