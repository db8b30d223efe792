import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isManagementScope, scopeCatalogue } from '../../../../src/lib/scope.ts';
import { useMay } from '../../app/me.ts';
import { listCredentials } from '../../generated/sdk.gen.ts';
import type { CredentialItem } from '../../generated/types.gen.ts';
import { texts as credentials } from '../../texts/credentials.ts';
import { texts } from '../../texts/settings.ts';
import { RowLink, time } from '../../ui/columns.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RevokeCredential } from '../../ui/revoke-credential.tsx';
import { RotateCredential } from '../../ui/rotate-credential.tsx';
import { Scopes } from '../../ui/scopes.tsx';
import { useAsked } from '../../ui/use-asked.ts';

const { apiKeys: words } = texts;
const query = { status: 'ACTIVE', limit: 100 } as const;
/** How many pages of credentials are read at most. The API has no filter for keys that may call it. */
const mostPages = 10;

interface Found {
  keys: CredentialItem[];
  /** Whether there are credentials that were not read. */
  isPart: boolean;
}

/** Reads the active credentials that have rights over this API. */
async function read(signal: AbortSignal): Promise<Found> {
  const keys: CredentialItem[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data } = await listCredentials({ query: { ...query, ...(cursor ? { cursor } : {}) }, signal });
    keys.push(...data.data.filter(({ scopes }) => scopes.some(isManagementScope)));
    cursor = data.pagination.nextCursor;
    if (!data.pagination.hasMore || !cursor) return { keys, isPart: false };
  }
  return { keys, isPart: true };
}

const columns: readonly Column<CredentialItem>[] = [
  {
    id: 'name',
    title: credentials.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name, prefix, last4 }) => (
      <NameLine
        name={<RowLink to={`credentials/${id}`}>{name}</RowLink>}
        detail={`${prefix}…${last4}`}
        isCode
      />
    ),
  },
  {
    id: 'identity',
    title: credentials.columns.identity,
    isMinor: true,
    csv: ({ identityName }) => identityName,
    cell: ({ identityId, identityName }) => (
      <Anchor renderRoot={(props) => <PageLink to={`identities/${identityId}`} {...props} />}>
        <bdi>{identityName}</bdi>
      </Anchor>
    ),
  },
  {
    id: 'scopes',
    title: words.scopes,
    csv: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => <Scopes scopes={scopes.filter(isManagementScope)} />,
  },
  time('lastUsedAt', credentials.columns.used, 'relative'),
  time('expiresAt', credentials.columns.expires, 'day', { isMinor: true }),
];

/** The credentials with which programs call this API. */
export function ApiKeys() {
  const mayWrite = useMay('credentials.write');
  const mayRotate = useMay('credentials.rotate');
  const mayRevoke = useMay('credentials.revoke');
  const [dialog, setDialog] = useState<
    { kind: 'create' } | { kind: 'rotate' | 'revoke'; key: CredentialItem }
  >();
  const close = () => setDialog(undefined);
  useAsked([{ name: 'create', begin: () => setDialog({ kind: 'create' }), may: mayWrite }]);
  const list = useQuery({ queryKey: ['api-keys'], queryFn: async ({ signal }) => read(signal) });
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  const acts: Column<CredentialItem> = {
    id: 'acts',
    title: '',
    cell: (key) => (
      <Group gap={4} wrap="nowrap" justify="flex-end">
        {mayRotate ? (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${credentials.rotate.action}: ${key.name}`}
            onClick={() => setDialog({ kind: 'rotate', key })}
          >
            {credentials.rotate.action}
          </Button>
        ) : null}
        {mayRevoke ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`${credentials.revoke.action}: ${key.name}`}
            onClick={() => setDialog({ kind: 'revoke', key })}
          >
            {credentials.revoke.action}
          </Button>
        ) : null}
      </Group>
    ),
  };
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="md">
        <Text c="dimmed" flex="1 1 20rem" maw={720}>
          {words.text}
        </Text>
        <Group gap="sm">
          <InCode call={{ operation: 'listCredentials', query }} />
          {create}
        </Group>
      </Group>
      {list.data?.isPart ? (
        <Alert color="orange" mb="md">
          {words.part(mostPages * query.limit)}
        </Alert>
      ) : null}
      <DataTable
        name={texts.tabs.apiKeys}
        columns={mayRotate || mayRevoke ? [...columns, acts] : columns}
        rows={list.data?.keys}
        rowId={({ id }) => id}
        isPart={list.data?.isPart ?? false}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <Empty title={words.empty.title} text={words.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <CreateCredential scopes={scopeCatalogue} onClose={close} /> : null}
      {dialog?.kind === 'rotate' ? (
        <RotateCredential id={dialog.key.id} name={dialog.key.name} onClose={close} />
      ) : null}
      {dialog?.kind === 'revoke' ? <RevokeCredential credential={dialog.key} onClose={close} /> : null}
    </>
  );
}
