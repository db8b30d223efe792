import { Anchor, Badge, Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import type { Versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { removeGroupMember } from '../../generated/sdk.gen.ts';
import type { GroupOfUser, User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/rights.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { EditRoles } from '../../ui/edit-roles.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { rightsOfRoles } from '../../ui/pick-roles.tsx';
import { GrantRule, useUngrantable } from '../../ui/scopes.tsx';
import { spoken } from '../../ui/state.tsx';
import { AddToGroup } from './add-to-group.tsx';
import { EffectiveRights, useGroupsOf } from './effective-rights.tsx';
import { nameOf } from './names.ts';

interface Parts {
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
}

/** What the user may do: roles, groups, and the rights of both together. */
export function Rights({ opened, read }: Parts) {
  const user = opened.data;
  const [edits, setEdits] = useState(false);
  const mayWrite = useMay('directory.write') && user.status !== 'DEPROVISIONED';
  const missing = useUngrantable(rightsOfRoles(user.roles));
  return (
    <Stack gap="md">
      <Card withBorder padding="lg">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            {texts.roles.title}
          </Title>
          {mayWrite && missing.length === 0 ? (
            <Button size="compact-sm" variant="default" onClick={() => setEdits(true)}>
              {texts.roles.edit}
            </Button>
          ) : null}
        </Group>
        <Stack gap="xs">
          {user.roles.map((role) => (
            <Group key={role} gap="sm" wrap="nowrap" align="flex-start">
              <Badge tt="none" miw={90} color={role === 'OWNER' ? 'grape' : 'gray'}>
                {spoken(role)}
              </Badge>
              <Text size="sm">{(texts.roles.each as Readonly<Record<string, string>>)[role] ?? ''}</Text>
            </Group>
          ))}
          {mayWrite ? <GrantRule scopes={rightsOfRoles(user.roles)} text={texts.roles.beyond} /> : null}
        </Stack>
      </Card>
      <Groups user={user} />
      <EffectiveRights user={user} />
      {edits ? <EditRoles opened={opened} read={read} onClose={() => setEdits(false)} /> : null}
    </Stack>
  );
}

function Groups({ user }: { user: User }) {
  const [left, setLeft] = useState<GroupOfUser>();
  const [adds, setAdds] = useState(false);
  const mayWrite = useMay('groups.write') && user.status !== 'DEPROVISIONED';
  const groups = user.groups ?? [];
  const { byId } = useGroupsOf(user);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.groups.title}
        </Title>
        {mayWrite ? (
          <Button size="compact-sm" variant="default" onClick={() => setAdds(true)}>
            {texts.groups.add}
          </Button>
        ) : null}
      </Group>
      {groups.length === 0 ? <Text>{texts.groups.none}</Text> : null}
      <Table>
        <Table.Tbody>
          {groups.map((group) => (
            <Table.Tr key={group.id}>
              <Table.Td>
                <Anchor renderRoot={(props) => <PageLink to={`groups/${group.id}`} {...props} />}>
                  <bdi>{group.name}</bdi>
                </Anchor>
              </Table.Td>
              <Table.Td ta="right">
                {byId.get(group.id)?.source === 'SCIM' ? (
                  <Text size="xs" c="dimmed">
                    {texts.groups.managed}
                  </Text>
                ) : mayWrite ? (
                  <Button
                    size="compact-xs"
                    variant="light"
                    color="red"
                    onClick={() => setLeft(group)}
                    aria-label={`${texts.groups.remove}: ${group.name}`}
                  >
                    {texts.groups.remove}
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {left ? <LeaveGroup user={user} group={left} onClose={() => setLeft(undefined)} /> : null}
      {adds ? <AddToGroup user={user} onClose={() => setAdds(false)} /> : null}
    </Card>
  );
}

function LeaveGroup({ user, group, onClose }: { user: User; group: GroupOfUser; onClose: () => void }) {
  const { accepted, guards, field } = useLockout();
  const path = { groupId: group.id, userId: user.id };
  return (
    <Confirm
      title={texts.groups.removeTitle(nameOf(user), group.name)}
      text={texts.groups.removeText}
      action={texts.groups.remove}
      said={texts.groups.removed}
      {...guards(sends({ removeGroupMember }, { path, query: accepted }))}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
