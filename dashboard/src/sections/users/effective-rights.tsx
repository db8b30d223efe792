import { Badge, Card, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { getGroupOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { Group as GroupOfDirectory, User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/rights.ts';
import { spoken } from '../../ui/state.tsx';
import { rightsOfRoles } from '../../ui/pick-roles.tsx';

/** Groups are read one by one, so only so many. */
const readAtMost = 20;

/** The groups of a user with their scopes. */
export function useGroupsOf({ groups = [] }: User): { byId: ReadonlyMap<string, GroupOfDirectory> } {
  const mayRead = useMay('groups.read');
  const answers = useQueries({
    queries: groups.slice(0, readAtMost).map(({ id }) => ({
      ...getGroupOptions({ path: { groupId: id } }),
      enabled: mayRead,
    })),
  });
  return { byId: new Map(answers.flatMap(({ data }) => (data ? [[data.id, data] as const] : []))) };
}

/** Each right of the user, and which role or group it comes from. */
export function EffectiveRights({ user }: { user: User }) {
  const [typed, setTyped] = useState('');
  const { byId } = useGroupsOf(user);
  const sources = [
    ...user.roles.map((role) => ({
      name: texts.effective.role(spoken(role)),
      scopes: rightsOfRoles([role]),
    })),
    ...[...byId.values()].map(({ name, scopes }) => ({ name, scopes })),
  ];
  const from = new Map<string, string[]>();
  for (const { name, scopes } of sources)
    for (const scope of scopes) from.set(scope, [...(from.get(scope) ?? []), name]);
  const rows = [...from].filter(([scope]) => scope.includes(typed.trim().toLowerCase()));
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {texts.effective.title}
        </Title>
        {from.size > 8 ? (
          <TextInput
            size="xs"
            aria-label={texts.effective.filter}
            placeholder={texts.effective.filter}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        ) : null}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {from.size === 0 ? texts.effective.none : texts.effective.text}
      </Text>
      {(user.groups?.length ?? 0) > readAtMost ? (
        <Text size="sm" mb="sm">
          {texts.effective.partial(readAtMost)}
        </Text>
      ) : null}
      {from.size > 0 ? (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.effective.right}</Table.Th>
              <Table.Th>{texts.effective.from}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([scope, names]) => (
              <Table.Tr key={scope}>
                <Table.Td ff="monospace">{scope}</Table.Td>
                <Table.Td>
                  <Group gap={4}>
                    {names.map((name) => (
                      <Badge key={name} tt="none" color="gray" maw="100%">
                        {name}
                      </Badge>
                    ))}
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </Card>
  );
}
