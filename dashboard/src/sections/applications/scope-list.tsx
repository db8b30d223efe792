import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../api/refusal.ts';
import { useMay } from '../../app/me.ts';
import { listOidcScopesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteOidcScope, listOidcScopes } from '../../generated/sdk.gen.ts';
import type { OidcScope } from '../../generated/types.gen.ts';
import { texts } from '../../texts/oidc-scopes.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byPage } from '../../ui/page-number.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { CreateScope, EditScope } from './scope-form.tsx';

type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove'; scope: OidcScope };

/** The custom scopes of the tenant. */
export function ScopeList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const mayWrite = useMay('oidc.write');
  const query = { limit: 50, ...byPage.query(search['cursor']) };
  const list = useQuery({ ...listOidcScopesOptions({ query }), placeholderData: keepPreviousData });
  const columns: Column<OidcScope>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: ({ name, displayName, description }) => (
        <Stack gap={0}>
          <Text fw={600} ff="monospace" size="sm">
            {name}
          </Text>
          {displayName === name ? null : <Text size="sm">{displayName}</Text>}
          {description ? (
            <Text size="sm" c="dimmed" lineClamp={1}>
              {description}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      id: 'claims',
      title: texts.columns.claims,
      csv: ({ claims }) => claims.map(({ claim }) => claim).join(' '),
      cell: ({ claims }) => (
        <Group gap={4}>
          {claims.map(({ claim, source }) => (
            <Code key={claim} title={source}>
              {claim}
            </Code>
          ))}
        </Group>
      ),
    },
    {
      id: 'isDefault',
      title: texts.columns.isDefault,
      isMinor: true,
      csv: ({ isDefault }) => String(isDefault),
      cell: ({ isDefault }) => (isDefault ? ui.yes : ui.no),
    },
    {
      id: 'created',
      title: texts.columns.created,
      isMinor: true,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
    },
    {
      id: 'acts',
      title: '',
      cell: (scope) =>
        mayWrite ? (
          <RowActs
            name={scope.name}
            words={{ edit: texts.edit, remove: texts.remove.action }}
            onEdit={() => setDialog({ kind: 'edit', scope })}
            onRemove={() => setDialog({ kind: 'remove', scope })}
          />
        ) : null,
    },
  ];
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{texts.create}</Button>
  ) : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text} back={{ to: 'applications', title: texts.back }}>
        <InCode call={{ operation: 'listOidcScopes', query }} />
        {list.data?.data.length === 0 ? null : create}
      </PageHead>
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listOidcScopes({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <CreateScope onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditScope id={dialog.scope.id} onClose={close} /> : null}
      {dialog?.kind === 'remove' ? <RemoveScope scope={dialog.scope} onClose={close} /> : null}
    </>
  );
}

function RemoveScope({ scope: { id, name }, onClose }: { scope: OidcScope; onClose: () => void }) {
  const [clients, setClients] = useState<readonly string[]>([]);
  const path = { scopeId: id };
  const act = async () => {
    try {
      await deleteOidcScope({ path });
    } catch (error) {
      const { code, details } = refusalOf(error);
      if (code === 'SCOPE_IN_USE') setClients(details['clients'] as string[]);
      throw error;
    }
  };
  return (
    <Confirm
      title={texts.remove.title(name)}
      text={texts.remove.text}
      action={texts.remove.action}
      said={texts.remove.said}
      typed={name}
      call={{ operation: 'deleteOidcScope', path }}
      act={act}
      onClose={onClose}
    >
      {clients.length > 0 ? (
        <Stack gap={4}>
          <Text size="sm">{texts.remove.clients}</Text>
          {clients.map((clientId) => (
            <Anchor
              key={clientId}
              size="sm"
              ff="monospace"
              renderRoot={(props) => <PageLink to={`applications/oidc/${clientId}`} {...props} />}
            >
              {clientId}
            </Anchor>
          ))}
        </Stack>
      ) : null}
    </Confirm>
  );
}
