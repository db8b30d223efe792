import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ofItem, sendsEntered } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { listIdentityCredentials, revokeCredential } from '../../generated/sdk.gen.ts';
import type { CredentialItem, Identity } from '../../generated/types.gen.ts';
import { texts as common } from '../../texts/credentials.ts';
import { texts } from '../../texts/identities.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { state, time } from '../../ui/columns.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { CredentialName } from '../../ui/credential-name.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { byCursor } from '../../ui/paging.ts';
import { useList } from '../../ui/use-list.ts';
import { useSelection } from '../../ui/use-selection.ts';

const columns: readonly Column<CredentialItem>[] = [
  {
    id: 'name',
    title: common.columns.name,
    csv: ({ name }) => name,
    cell: (credential) => <CredentialName of={credential} />,
  },
  state('status', common.columns.state),
  {
    id: 'scopes',
    title: common.columns.scopes,
    isMinor: true,
    csv: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => scopes.join(', '),
  },
  time('lastUsedAt', common.columns.used, 'relative'),
  time('expiresAt', common.columns.expires, 'day', { isMinor: true }),
  time('createdAt', common.columns.created, 'day', { isMinor: true, sort: '-createdAt' }),
];

const credentialsOf = ({ id }: Identity) =>
  listing({
    list: { listIdentityCredentials },
    path: { id },
    pages: byCursor,
    limit: 20,
    filters: [
      {
        name: 'status',
        title: common.filters.status,
        values: ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'REVOKED'],
      },
      { name: 'sort' },
    ],
    defaultSort: '-createdAt',
  });

/** The credentials of an identity. */
export function IdentityCredentials({ identity }: { identity: Identity }) {
  const [dialog, setDialog] = useState<'create' | 'revoke'>();
  const mayWrite = useMay('credentials.write') && identity.status === 'ACTIVE';
  const mayRevoke = useMay('credentials.revoke');
  const of = credentialsOf(identity);
  const list = useList(of);
  const { items, selected, select, keep } = useSelection(list.rows, of.rowId);
  const create = mayWrite ? (
    <Button onClick={() => setDialog('create')}>{texts.credentials.create}</Button>
  ) : null;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Filters filters={of.filters} />
        <Group gap="sm">
          <InCode call={list.call} />
          {create}
        </Group>
      </Group>
      <DataTable
        name={`${common.title} ${identity.name}`}
        columns={columns}
        {...list.table}
        empty={<Empty {...texts.credentials.empty}>{create}</Empty>}
        {...(mayRevoke ? { selected, onSelect: select } : {})}
        bulk={
          <Button size="xs" color="red.8" onClick={() => setDialog('revoke')}>
            {common.revoke.action}
          </Button>
        }
      />
      {dialog === 'create' ? (
        <CreateCredential
          identityId={identity.id}
          scopes={identity.allowedScopes ?? []}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'revoke' ? (
        <Bulk
          title={common.revokeSelected(items.length)}
          text={common.revoke.text}
          action={common.revoke.action}
          items={items}
          pathOf={({ id }) => `credentials/${id}`}
          {...sendsEntered({ revokeCredential }, ofItem)}
          onClose={() => setDialog(undefined)}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
