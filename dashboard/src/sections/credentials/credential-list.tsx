import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listCredentialsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import {
  listCredentials,
  reactivateCredential,
  revokeCredential,
  suspendCredential,
} from '../../generated/sdk.gen.ts';
import type { CredentialItem, CredentialStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { CleanUpCredentials } from './clean-up.tsx';
import { Counts } from './counts.tsx';
import { TryKey } from './try-key.tsx';

const columns: readonly Column<CredentialItem>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name, prefix, last4 }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`credentials/${id}`} {...props} />}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {prefix}…{last4}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'identity',
    title: texts.columns.identity,
    csv: ({ identityName }) => identityName,
    cell: ({ identityId, identityName }) => (
      <Anchor renderRoot={(props) => <PageLink to={`identities/${identityId}`} {...props} />}>
        {identityName}
      </Anchor>
    ),
  },
  {
    id: 'status',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'used',
    title: texts.columns.used,
    isMinor: true,
    csv: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} isRelative />,
  },
  {
    id: 'expires',
    title: texts.columns.expires,
    isMinor: true,
    csv: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Moment at={expiresAt} isDay />,
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
  suspend: { operation: 'suspendCredential', act: suspendCredential, from: ['ACTIVE'] },
  reactivate: { operation: 'reactivateCredential', act: reactivateCredential, from: ['SUSPENDED'] },
  revoke: { operation: 'revokeCredential', act: revokeCredential, from: ['ACTIVE', 'SUSPENDED'] },
} as const satisfies Record<string, { from: readonly CredentialStatus[] } & Record<string, unknown>>;
type BulkStep = keyof typeof calls;
const steps = Object.keys(calls) as BulkStep[];

/** The selected credentials whose state allows the step. */
const fitting = (credentials: readonly CredentialItem[], step: BulkStep): CredentialItem[] => {
  const from: readonly CredentialStatus[] = calls[step].from;
  return credentials.filter(({ status }) => from.includes(status));
};

export function CredentialList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | 'try' | 'cleanUp' | BulkStep>();
  const mayWrite = useMay('credentials.write');
  const mayRevoke = useMay('credentials.revoke');
  const mayVerify = useMay('credentials.verify');
  const mayReadIdentities = useMay('identities.read');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as CredentialStatus } : {}),
    ...(search['expiring'] ? { expiring: true } : {}),
    ...(search['live'] ? { live: true } : {}),
    ...(search['unusedForDays'] ? { unusedForDays: Number(search['unusedForDays']) } : {}),
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['identityId'] ? { identityId: search['identityId'] } : {}),
    ...(search['sort'] ? { sort: search['sort'] as '-createdAt' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listCredentialsOptions({ query }), placeholderData: keepPreviousData });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const close = () => setDialog(undefined);
  useAsked('create', () => setDialog('create'), mayWrite);
  useAsked('try', () => setDialog('try'), mayVerify);
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listCredentials', query }} />
        {mayRevoke ? (
          <Button variant="default" onClick={() => setDialog('cleanUp')}>
            {texts.cleanUp.open}
          </Button>
        ) : null}
        {mayVerify ? (
          <Button variant="default" onClick={() => setDialog('try')}>
            {texts.tryKey}
          </Button>
        ) : null}
        {create}
      </PageHead>
      <Counts stats={list.data?.stats} />
      <Filters
        search
        filters={[
          {
            name: 'unusedForDays',
            title: texts.filters.unused,
            values: ['30', '90', '180'].map((value) => ({ value, label: texts.filters.days(value) })),
          },
        ]}
      >
        {mayReadIdentities ? (
          <PickIdentity
            aria-label={texts.filters.identity}
            placeholder={texts.filters.identity}
            clearable
            value={search['identityId'] ?? null}
            onChange={(identityId) => change({ identityId: identityId ?? undefined })}
            w={220}
          />
        ) : null}
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
        defaultSort="-createdAt"
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listCredentials({ query: queryAt(query, cursor), signal })).data
        }
        empty={<Empty {...texts.empty}>{create}</Empty>}
        {...(mayRevoke ? { selected, onSelect: select } : {})}
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
      {dialog === 'create' ? <CreateCredential onClose={close} /> : null}
      {dialog === 'try' ? <TryKey onClose={close} /> : null}
      {dialog === 'cleanUp' ? (
        <CleanUpCredentials days={Number(search['unusedForDays'] ?? 90)} onClose={close} />
      ) : null}
      {dialog === 'suspend' || dialog === 'reactivate' || dialog === 'revoke' ? (
        <Bulk
          title={texts.selected[dialog](fitting(items, dialog).length)}
          text={texts[dialog].text}
          action={texts.actions[dialog]}
          isHarmless={dialog === 'reactivate'}
          items={fitting(items, dialog)}
          pathOf={({ id }) => `credentials/${id}`}
          act={({ id }, body) => calls[dialog].act({ path: { id }, body })}
          call={({ id }, body) => ({ operation: calls[dialog].operation, path: { id }, body })}
          onClose={close}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
