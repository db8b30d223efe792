import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listIdentitiesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import {
  listIdentities,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
} from '../../generated/sdk.gen.ts';
import type { Identity, IdentityStatus, ListIdentitiesData } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { CreateIdentity } from './create-identity.tsx';
import { RiskBadge } from './risk.tsx';

type Query = NonNullable<ListIdentitiesData['query']>;

const columns: readonly Column<Identity>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    sort: 'name',
    csv: ({ name }) => name,
    cell: ({ id, name, type, tags }) => (
      <Stack gap={2}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`identities/${id}`} {...props} />}>
          {name}
        </Anchor>
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.types[type]}
          </Text>
          {tags.slice(0, 4).map((tag) => (
            <Badge key={tag} size="xs" color="gray" tt="none">
              {tag}
            </Badge>
          ))}
        </Group>
      </Stack>
    ),
  },
  {
    id: 'state',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'risk',
    title: texts.columns.risk,
    sort: '-riskScore',
    csv: ({ riskScore }) => riskScore,
    cell: ({ riskScore, riskLevel }) => <RiskBadge score={riskScore} level={riskLevel} />,
  },
  {
    id: 'credentials',
    title: texts.columns.credentials,
    isMinor: true,
    csv: ({ credentialCount }) => credentialCount,
    cell: ({ id, credentialCount }) => (
      <Anchor
        renderRoot={(props) => (
          <PageLink to={`identities/${id}`} search={{ tab: 'credentials' }} {...props} />
        )}
      >
        {credentialCount}
      </Anchor>
    ),
  },
  {
    id: 'active',
    title: texts.columns.active,
    isMinor: true,
    csv: ({ lastActivityAt }) => lastActivityAt,
    cell: ({ lastActivityAt }) => <Moment at={lastActivityAt} isRelative />,
  },
  {
    id: 'created',
    title: texts.columns.created,
    isMinor: true,
    sort: '-createdAt',
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
  },
];

const calls = {
  suspend: { operation: 'suspendIdentity', act: suspendIdentity, from: ['ACTIVE'] },
  reactivate: { operation: 'reactivateIdentity', act: reactivateIdentity, from: ['SUSPENDED'] },
  revoke: { operation: 'revokeIdentity', act: revokeIdentity, from: ['ACTIVE', 'SUSPENDED'] },
} as const satisfies Record<string, { from: readonly IdentityStatus[] } & Record<string, unknown>>;
type BulkStep = keyof typeof calls;
const steps = Object.keys(calls) as BulkStep[];

/** The selected identities whose state allows the step. */
const fitting = (identities: readonly Identity[], step: BulkStep): Identity[] => {
  const from: readonly IdentityStatus[] = calls[step].from;
  return identities.filter(({ status }) => from.includes(status));
};

const only = <Value,>(name: string, value: Value | undefined) => (value ? { [name]: value } : {});

export function IdentityList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | BulkStep>();
  const mayWrite = useMay('identities.write');
  const query: Query = {
    limit: 50,
    ...only('type', search['type']),
    ...only('status', search['status']),
    ...only('tag', search['tag']),
    ...only('ownerUserId', search['ownerUserId']),
    ...only('minRisk', Number(search['minRisk'])),
    ...only('search', search['search']),
    ...only('sort', search['sort']),
    ...only('cursor', search['cursor']),
  };
  const list = useQuery({ ...listIdentitiesOptions({ query }), placeholderData: keepPreviousData });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null;
  useAsked('create', () => setDialog('create'), mayWrite);
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listIdentities', query }} />
        {create}
      </PageHead>
      <Filters
        search
        filters={[
          {
            name: 'type',
            title: texts.filters.type,
            values: Object.entries(texts.types).map(([value, label]) => ({ value, label })),
          },
          { name: 'status', title: texts.filters.state, values: ['ACTIVE', 'SUSPENDED', 'REVOKED'] },
          {
            name: 'minRisk',
            title: texts.filters.risk,
            values: Object.entries(texts.filters.levels).map(([value, label]) => ({ value, label })),
          },
          { name: 'tag', title: texts.filters.tag },
        ]}
      >
        <PickUser
          aria-label={texts.filters.owner}
          placeholder={texts.filters.owner}
          value={search['ownerUserId'] ?? null}
          onChange={(owner) => change({ ownerUserId: owner ?? undefined })}
          w={170}
        />
      </Filters>
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listIdentities({ query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-createdAt"
        empty={<Empty {...texts.empty}>{create}</Empty>}
        {...(mayWrite ? { selected, onSelect: select } : {})}
        bulk={steps.map((step) => (
          <Button
            key={step}
            size="xs"
            variant={step === 'revoke' ? 'filled' : 'default'}
            {...(step === 'revoke' ? { color: 'red.8' } : {})}
            disabled={fitting(items, step).length === 0}
            onClick={() => setDialog(step)}
          >
            {texts.actions[step]}
          </Button>
        ))}
      />
      {dialog === 'create' ? <CreateIdentity onClose={() => setDialog(undefined)} /> : null}
      {dialog !== undefined && dialog !== 'create' ? (
        <Bulk
          title={texts[dialog].selected(fitting(items, dialog).length)}
          text={texts[dialog].selectedText}
          action={texts.actions[dialog]}
          isHarmless={dialog === 'reactivate'}
          items={fitting(items, dialog)}
          pathOf={({ id }) => `identities/${id}`}
          act={({ id }, body) => calls[dialog].act({ path: { id }, body })}
          call={({ id }, body) => ({ operation: calls[dialog].operation, path: { id }, body })}
          onClose={() => setDialog(undefined)}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
