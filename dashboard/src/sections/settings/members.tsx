import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { roles as allRoles } from '../../../../src/users/directory/role.ts';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { listUsersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts as rights } from '../../texts/rights.ts';
import { texts } from '../../texts/settings.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EditRoles } from '../../ui/edit-roles.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { nameOfUser } from '../../ui/names.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { rightsOfRoles } from '../../ui/pick-roles.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { RoleBadges } from '../../ui/role-badges.tsx';
import { useUngrantable } from '../../ui/scopes.tsx';
import { spoken } from '../../ui/state.tsx';
import { Roles } from './roles.tsx';

const { members: words } = texts;
const limit = 100;
/** Every other user has the role MEMBER, which has no rights here. */
const administers = allRoles.filter((role) => role !== 'MEMBER');

const columns: readonly Column<User>[] = [
  {
    id: 'name',
    title: words.columns.name,
    csv: nameOfUser,
    cell: (user) => (
      <Stack gap={0}>
        <RowLink to={`users/${user.id}`} search={{ tab: 'rights' }}>
          {nameOfUser(user)}
        </RowLink>
        <Text size="xs" c="dimmed">
          <bdi>{user.email ?? user.username}</bdi>
        </Text>
      </Stack>
    ),
  },
  {
    id: 'roles',
    title: words.columns.roles,
    csv: ({ roles }) => roles.join(' '),
    cell: ({ roles }) => <RoleBadges roles={roles} />,
  },
  state('status', words.columns.state),
  time('lastLoginAt', words.columns.signIn, 'relative', { isMinor: true }),
];

/** Who administers the organization: the users with a role. */
export function Members() {
  const [edited, setEdited] = useState<User>();
  const mayWrite = useMay('directory.write');
  // The API lists the users of one role. A user may have several.
  const lists = useQueries({
    queries: administers.map((role) => listUsersOptions({ query: { role, limit } })),
  });
  const isRead = lists.every(({ data }) => data !== undefined);
  const users = new Map(lists.flatMap(({ data }) => data?.data ?? []).map((user) => [user.id, user]));
  const longer = administers.filter((_, at) => lists[at]?.data?.pagination.hasMore);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Text c="dimmed" flex="1 1 20rem" maw={720}>
          {words.text}
        </Text>
        <Group gap="sm">
          <InCode call={{ operation: 'listUsers', query: { role: 'OWNER', limit } }} />
          {mayWrite ? (
            <Button renderRoot={(props) => <PageLink to="users" search={{ open: 'create' }} {...props} />}>
              {words.invite}
            </Button>
          ) : null}
        </Group>
      </Group>
      <DataTable
        name={texts.tabs.members}
        columns={
          mayWrite
            ? [
                ...columns,
                { id: 'acts', title: '', cell: (user) => <Change user={user} onEdit={setEdited} /> },
              ]
            : columns
        }
        rows={isRead ? [...users.values()] : undefined}
        rowId={({ id }) => id}
        isPart={longer.length > 0}
        error={lists.find(({ error }) => error)?.error ?? null}
        onRetry={() => lists.forEach(({ refetch }) => void refetch())}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {longer.map((role) => (
        <Text key={role} size="sm">
          {words.more(limit, spoken(role))}{' '}
          <Anchor size="sm" renderRoot={(props) => <PageLink to="users" search={{ role }} {...props} />}>
            {words.all}
          </Anchor>
        </Text>
      ))}
      <Roles />
      {edited ? <Edit id={edited.id} onClose={() => setEdited(undefined)} /> : null}
    </Stack>
  );
}

/** A user with more rights than the user who looks is not changed by that one. */
function Change({ user, onEdit }: { user: User; onEdit: (user: User) => void }) {
  const missing = useUngrantable(rightsOfRoles(user.roles));
  if (missing.length > 0 || user.status === 'DEPROVISIONED') return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${rights.roles.edit}: ${nameOfUser(user)}`}
      onClick={() => onEdit(user)}
    >
      {rights.roles.edit}
    </Button>
  );
}

function Edit({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <ReadFirst
      query={versioned({ getUser }, { path: { userId: id } })}
      title={rights.roles.edit}
      onClose={onClose}
    >
      {(parts) => <EditRoles {...parts} />}
    </ReadFirst>
  );
}
