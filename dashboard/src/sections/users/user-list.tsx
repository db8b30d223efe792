import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roles } from '../../../../src/users/directory/role.ts';
import { useMay } from '../../app/me.ts';
import { listUsersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listUsers, reactivateUser, suspendUser } from '../../generated/sdk.gen.ts';
import type { User, UserRole, UserStatus } from '../../generated/types.gen.ts';
import { texts as states } from '../../texts/user-states.ts';
import { texts } from '../../texts/users.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PickGroup } from '../../ui/pick-group.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { CreateUser } from './create-user.tsx';
import { nameOf, sourceOf } from './names.ts';

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: nameOf,
    cell: (user) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`users/${user.id}`} {...props} />}>
          <bdi>{nameOf(user)}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed">
          <bdi>{user.email ?? user.username}</bdi>
        </Text>
      </Stack>
    ),
  },
  {
    id: 'status',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'roles',
    title: texts.columns.roles,
    csv: ({ roles }) => roles.join(' '),
    cell: ({ roles }) => (
      <Group gap={4}>
        {roles.map((role) => (
          <Badge key={role} tt="none" miw="max-content" color={role === 'OWNER' ? 'grape' : 'gray'}>
            {spoken(role)}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    id: 'source',
    title: texts.columns.source,
    isMinor: true,
    csv: ({ source }) => source,
    cell: ({ source }) => sourceOf(source),
  },
  {
    id: 'signIn',
    title: texts.columns.signIn,
    csv: ({ lastLoginAt }) => lastLoginAt,
    cell: ({ lastLoginAt }) => <Moment at={lastLoginAt} isRelative />,
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
  suspend: { operation: 'suspendUser', act: suspendUser, from: ['ACTIVE', 'INVITED'] },
  reactivate: { operation: 'reactivateUser', act: reactivateUser, from: ['SUSPENDED'] },
} as const satisfies Record<string, { from: readonly UserStatus[] } & Record<string, unknown>>;
type BulkStep = keyof typeof calls;
const steps = Object.keys(calls) as BulkStep[];

/** The selected users whose state allows the step. */
const fitting = (users: readonly User[], step: BulkStep): User[] => {
  const from: readonly UserStatus[] = calls[step].from;
  return users.filter(({ status }) => from.includes(status));
};

export function UserList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | BulkStep>();
  const mayWrite = useMay('directory.write');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as UserStatus } : {}),
    ...(search['role'] ? { role: search['role'] as UserRole } : {}),
    ...(search['group'] ? { group: search['group'] } : {}),
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['sort'] ? { sort: search['sort'] as '-createdAt' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listUsersOptions({ query }), placeholderData: keepPreviousData });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const close = () => setDialog(undefined);
  useAsked('create', () => setDialog('create'), mayWrite);
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listUsers', query }} />
        <Button variant="default" renderRoot={(props) => <PageLink to="users/invitations" {...props} />}>
          {texts.invitations}
        </Button>
        <Button variant="default" renderRoot={(props) => <PageLink to="users/attribute-schema" {...props} />}>
          {texts.schema}
        </Button>
        {create}
      </PageHead>
      <Filters
        search
        filters={[
          {
            name: 'status',
            title: texts.filters.state,
            values: ['ACTIVE', 'INVITED', 'SUSPENDED', 'DEPROVISIONED'],
          },
          { name: 'role', title: texts.filters.role, values: roles },
        ]}
      >
        <PickGroup
          aria-label={texts.filters.group}
          placeholder={texts.filters.group}
          value={search['group'] ?? null}
          onChange={(group) => change({ group: group ?? undefined })}
          w={200}
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
        defaultSort="-createdAt"
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) => (await listUsers({ query: queryAt(query, cursor), signal })).data}
        {...(mayWrite ? { selected, onSelect: select } : {})}
        bulk={steps.map((step) => (
          <Button
            key={step}
            size="xs"
            variant={step === 'suspend' ? 'filled' : 'default'}
            {...(step === 'suspend' ? { color: 'red.8' } : {})}
            disabled={fitting(items, step).length === 0}
            onClick={() => setDialog(step)}
          >
            {states[step].action}
          </Button>
        ))}
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog === 'create' ? <CreateUser onClose={close} /> : null}
      {dialog === 'suspend' || dialog === 'reactivate' ? (
        <Bulk
          title={states.selected[dialog](fitting(items, dialog).length)}
          text={states[dialog].text}
          action={states[dialog].action}
          isHarmless={dialog === 'reactivate'}
          items={fitting(items, dialog).map((user) => ({ id: user.id, name: nameOf(user) }))}
          pathOf={({ id }) => `users/${id}`}
          act={({ id }, body) => calls[dialog].act({ path: { userId: id }, body })}
          call={({ id }, body) => ({ operation: calls[dialog].operation, path: { userId: id }, body })}
          onClose={close}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
