import { Alert, Button, Group, List, Loader, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getAccessBacktestOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { startAccessBacktest } from '../../generated/sdk.gen.ts';
import type { AccessBacktestDay, AccessBacktestResult, AccessPolicy } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Days } from '../../ui/days.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';
import { policyOf, valuesOf } from './policy-values.ts';

const { replay: words } = texts;
const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

const dateRule = (value: string): string | null =>
  fromLocalField(`${value}T00:00:00Z`) === null ? ui.dateRule : null;

/** The end of a day, or now for a day that has not ended: what is recorded today counts as well. */
function endOf(date: string): string {
  const end = fromLocalField(`${date}T23:59:59.999Z`) ?? '';
  const now = new Date().toISOString();
  return end < now ? end : now;
}

/** Asks a policy about the traffic that was recorded, and shows by day what it would have changed. */
export function Backtest({ policy, onClose }: { policy: AccessPolicy; onClose: () => void }) {
  const [id, setId] = useState<string>();
  const form = useForm({
    initialValues: { from: day(7), to: day(0) },
    validate: { from: dateRule, to: dateRule },
  });
  const bodyOf = ({ from, to }: typeof form.values) => ({
    from: fromLocalField(`${from}T00:00:00Z`) ?? '',
    to: endOf(to),
    inPlaceOf: policy.id,
    policy: policyOf(valuesOf(policy)),
  });
  const starting = useAct(
    async (values: typeof form.values) => (await startAccessBacktest({ body: bodyOf(values) })).data,
    {
      onDone: ({ id: started }) => setId(started),
    },
  );
  return (
    <Modal opened onClose={onClose} title={words.title} size="xl">
      <form noValidate onSubmit={form.onSubmit((values) => starting.mutate(values))}>
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
    </Modal>
  );
}

function Progress({ id }: { id: string }) {
  const { data, error } = useQuery({
    ...getAccessBacktestOptions({ path: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'COMPLETED' || state.data?.status === 'FAILED' ? false : 1500,
  });
  if (error && !data) return <Problem error={error} />;
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
  result: { days, users, identities, isPartial, missing },
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
                {condition}: {ofUsers + machines}
              </List.Item>
            ))}
          </List>
        </Stack>
      ) : null}
    </Stack>
  );
}
