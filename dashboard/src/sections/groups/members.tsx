import { Anchor, Button, Group as Row, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listGroupMembersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listGroupMembers, removeGroupMember } from '../../generated/sdk.gen.ts';
import type { Group, Member } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { AddMembers } from './add-members.tsx';
import { useLockout } from '../../ui/lockout.tsx';

const nameOf = ({ displayName, email, userId }: Member): string => displayName ?? email ?? userId;

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    title: texts.members.name,
    csv: nameOf,
    cell: (member) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`users/${member.userId}`} {...props} />}>
          <bdi>{nameOf(member)}</bdi>
        </Anchor>
        {member.email ? (
          <Text size="xs" c="dimmed">
            <bdi>{member.email}</bdi>
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    id: 'state',
    title: texts.members.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'since',
    title: texts.members.since,
    isMinor: true,
    sort: '-addedAt',
    csv: ({ addedAt }) => addedAt,
    cell: ({ addedAt }) => <Moment at={addedAt} isDay />,
  },
];

const removing = (onRemove: (member: Member) => void): Column<Member> => ({
  id: 'remove',
  title: '',
  cell: (member) => (
    <Button
      size="compact-xs"
      variant="light"
      color="red"
      onClick={() => onRemove(member)}
      aria-label={`${texts.members.remove}: ${nameOf(member)}`}
    >
      {texts.members.remove}
    </Button>
  ),
});

/** The members of a group, the newest first. */
export function Members({ group, mayChange }: { group: Group; mayChange: boolean }) {
  const [search, change] = useSearch();
  const [adds, setAdds] = useState(false);
  const [left, setLeft] = useState<Member>();
  const path = { groupId: group.id };
  const query = {
    limit: 50,
    ...(search['sort'] ? { sort: search['sort'] as '-addedAt' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listGroupMembersOptions({ path, query }), placeholderData: keepPreviousData });
  const add = mayChange ? <Button onClick={() => setAdds(true)}>{texts.members.add}</Button> : null;
  return (
    <Stack gap="sm">
      <Row justify="space-between">
        <Title order={2} size="h4">
          {texts.members.title}
        </Title>
        <Row gap="sm">
          <InCode call={{ operation: 'listGroupMembers', path, query }} />
          <Button
            variant="default"
            renderRoot={(props) => <PageLink to="users" search={{ group: group.id }} {...props} />}
          >
            {texts.members.asUsers}
          </Button>
          {add}
        </Row>
      </Row>
      <DataTable
        name={texts.members.title}
        columns={mayChange ? [...columns, removing(setLeft)] : columns}
        rows={list.data?.data}
        rowId={({ userId }) => userId}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        defaultSort="-addedAt"
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listGroupMembers({ path, query: queryAt(query, cursor), signal })).data
        }
        empty={
          <Empty
            title={texts.members.empty.title}
            text={group.source === 'SCIM' ? texts.members.emptyManaged : texts.members.empty.text}
          >
            {add}
          </Empty>
        }
      />
      {adds ? <AddMembers group={group} onClose={() => setAdds(false)} /> : null}
      {left ? <RemoveMember group={group} member={left} onClose={() => setLeft(undefined)} /> : null}
    </Stack>
  );
}

function RemoveMember({ group, member, onClose }: { group: Group; member: Member; onClose: () => void }) {
  const { accepted, guarded, field } = useLockout();
  const path = { groupId: group.id, userId: member.userId };
  return (
    <Confirm
      title={texts.members.removeOne(nameOf(member), group.name)}
      text={texts.members.removeText}
      action={texts.members.remove}
      said={texts.members.removed}
      call={{ operation: 'removeGroupMember', path, query: { ...accepted } }}
      act={() => guarded((query) => removeGroupMember({ path, query }))}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
