import { Button, Group as Row, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { listGroupMembers, removeGroupMember } from '../../generated/sdk.gen.ts';
import type { Group, Member } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { useLockout } from '../../ui/lockout.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { useList } from '../../ui/use-list.ts';
import { AddMembers } from './add-members.tsx';

const nameOf = ({ displayName, email, userId }: Member): string => displayName ?? email ?? userId;

const columns: readonly Column<Member>[] = [
  {
    id: 'name',
    title: texts.members.name,
    csv: nameOf,
    cell: (member) => (
      <Stack gap={0}>
        <RowLink to={`users/${member.userId}`}>{nameOf(member)}</RowLink>
        {member.email ? (
          <Text size="xs" c="dimmed">
            <bdi>{member.email}</bdi>
          </Text>
        ) : null}
      </Stack>
    ),
  },
  state('status', texts.members.state),
  time('addedAt', texts.members.since, 'day', { isMinor: true, sort: '-addedAt' }),
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

const membersOf = ({ id }: Group) =>
  listing({
    list: { listGroupMembers },
    path: { groupId: id },
    pages: byCursor,
    filters: [{ name: 'sort' }],
    defaultSort: '-addedAt',
    rowId: ({ userId }) => userId,
  });

/** The members of a group, the newest first. */
export function Members({ group, mayChange }: { group: Group; mayChange: boolean }) {
  const [adds, setAdds] = useState(false);
  const [left, setLeft] = useState<Member>();
  const list = useList(membersOf(group));
  const add = mayChange ? <Button onClick={() => setAdds(true)}>{texts.members.add}</Button> : null;
  return (
    <Stack gap="sm">
      <Row justify="space-between">
        <Title order={2} size="h4">
          {texts.members.title}
        </Title>
        <Row gap="sm">
          <InCode call={list.call} />
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
        {...list.table}
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
  const { accepted, guards, field } = useLockout();
  const path = { groupId: group.id, userId: member.userId };
  return (
    <Confirm
      title={texts.members.removeOne(nameOf(member), group.name)}
      text={texts.members.removeText}
      action={texts.members.remove}
      said={texts.members.removed}
      {...guards(sends({ removeGroupMember }, { path, query: accepted }))}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
