import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { ifMatch, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { listAlertRulesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteAlertRule, getAlertRule } from '../../generated/sdk.gen.ts';
import type { AlertRule } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { time } from '../../ui/columns.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { AlertTabs } from './alert-tabs.tsx';
import { ChannelBadges } from './channel-list.tsx';
import { CreateRule, EditRule } from './rule-form.tsx';
import { TestRule } from './test-rule.tsx';

const { rules: words } = texts;

const conditionsOf = ({ conditions: { minSeverity, identityTypes, tags } }: AlertRule): string[] => [
  ...(minSeverity && minSeverity !== 'LOW' ? [`≥ ${spoken(minSeverity)}`] : []),
  ...(identityTypes ?? []).map(spoken),
  ...(tags ?? []).map((tag) => `#${tag}`),
];

const columns: readonly Column<AlertRule>[] = [
  {
    id: 'name',
    title: words.name,
    csv: ({ name }) => name,
    cell: ({ id, name }) => (
      <Stack gap={0}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Anchor size="xs" renderRoot={(props) => <PageLink to="alerts" search={{ ruleId: id }} {...props} />}>
          {words.alerts}
        </Anchor>
      </Stack>
    ),
  },
  {
    id: 'events',
    title: words.events,
    csv: ({ events }) => events.join(' '),
    cell: ({ events }) => (
      <Text size="sm" ff="monospace">
        {events.length > 3 ? `${events.slice(0, 3).join(', ')} +${events.length - 3}` : events.join(', ')}
      </Text>
    ),
  },
  {
    id: 'conditions',
    title: words.conditions,
    isMinor: true,
    csv: (rule) => conditionsOf(rule).join(' '),
    cell: (rule) => (
      <Group gap={4}>
        {conditionsOf(rule).map((one) => (
          <Badge key={one} color="gray" tt="none">
            <bdi>{one}</bdi>
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    id: 'channels',
    title: words.channels,
    isMinor: true,
    csv: ({ channels }) => channels.map(({ type }) => type).join(' '),
    cell: ({ channels }) => <ChannelBadges channels={channels} />,
  },
  {
    id: 'enabled',
    title: words.state,
    csv: ({ enabled }) => String(enabled),
    cell: ({ enabled }) => <State value={enabled ? 'ENABLED' : 'DISABLED'} />,
  },
  {
    id: 'createdBy',
    title: words.createdBy,
    isMinor: true,
    csv: ({ createdBy }) => createdBy,
    cell: ({ createdBy }) => (createdBy ? <ThingLink id={createdBy} size="xs" /> : '–'),
  },
  time('updatedAt', words.changed, 'relative', { isMinor: true }),
];

type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove' | 'test'; rule: AlertRule };

export function AlertRuleListPage() {
  const [dialog, setDialog] = useState<Dialog>();
  const mayWrite = useMay('alerts.write');
  // There are at most a hundred.
  const query = { limit: 100 };
  const list = useQuery(listAlertRulesOptions({ query }));
  const close = () => setDialog(undefined);
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  useAsked([{ name: 'create', begin: () => setDialog({ kind: 'create' }), may: mayWrite }]);
  const acts: Column<AlertRule> = {
    id: 'acts',
    title: words.acts,
    cell: (rule) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Button
          size="xs"
          variant="default"
          aria-label={`${words.act.edit} ${rule.name}`}
          onClick={() => setDialog({ kind: 'edit', rule })}
        >
          {words.act.edit}
        </Button>
        {rule.channels.length > 0 ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`${words.act.test} ${rule.name}`}
            onClick={() => setDialog({ kind: 'test', rule })}
          >
            {words.act.test}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="subtle"
          color="red.8"
          aria-label={`${words.act.remove} ${rule.name}`}
          onClick={() => setDialog({ kind: 'remove', rule })}
        >
          {words.act.remove}
        </Button>
      </Group>
    ),
  };
  return (
    <>
      <PageHead title={texts.title} text={words.text}>
        <InCode call={{ operation: 'listAlertRules', query }} />
        {create}
      </PageHead>
      <AlertTabs />
      <DataTable
        name={texts.tabs.rules}
        columns={mayWrite ? [...columns, acts] : columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        empty={<Empty {...words.empty}>{create}</Empty>}
      />
      {dialog?.kind === 'create' ? <CreateRule onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <Edit id={dialog.rule.id} onClose={close} /> : null}
      {dialog?.kind === 'test' ? <TestRule rule={dialog.rule} onClose={close} /> : null}
      {dialog?.kind === 'remove' ? <Remove rule={dialog.rule} onClose={close} /> : null}
    </>
  );
}

/** Reads the rule with its version first. */
function useRule(id: string) {
  const path = { id };
  return useQuery(versioned({ getAlertRule }, { path }));
}

function Edit({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRule(id);
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  return <EditRule opened={data} read={async () => (await refetch()).data} onClose={onClose} />;
}

function Remove({ rule: { id, name }, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { data } = useRule(id);
  const headers = data && ifMatch(data);
  return (
    <Confirm
      title={words.remove.title(name)}
      text={words.remove.text}
      action={words.act.remove}
      said={words.remove.said}
      {...sends({ deleteAlertRule }, { path: { id }, headers })}
      onClose={onClose}
    />
  );
}
