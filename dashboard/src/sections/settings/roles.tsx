import { Anchor, Card, Stack, Table, Text, Title } from '@mantine/core';
import { texts } from '../../texts/settings.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { spoken } from '../../ui/state.tsx';

const { roles: words } = texts;
type Role = keyof typeof words.explained;

/** What each role may do, and who has it. */
export function Roles() {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <Text c="dimmed">{words.grant}</Text>
      <Card withBorder padding={0}>
        <Table verticalSpacing="sm" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.columns.roles}</Table.Th>
              <Table.Th>{words.roles}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(Object.keys(words.explained) as Role[]).map((role) => (
              <Table.Tr key={role}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <Anchor
                    size="sm"
                    fw={600}
                    aria-label={words.who(spoken(role))}
                    renderRoot={(props) => <PageLink to="users" search={{ role }} {...props} />}
                  >
                    {spoken(role)}
                  </Anchor>
                </Table.Td>
                <Table.Td>{words.explained[role]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  );
}
