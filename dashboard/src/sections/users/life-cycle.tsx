import { Anchor, Badge, Card, Group, Stack, Table, Text, Timeline, Title } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts as states } from '../../texts/user-states.ts';
import { texts } from '../../texts/users.ts';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { spoken } from '../../ui/state.tsx';

/** When the user came, was active and leaves, and what each step of the life cycle changes. */
export function LifeCycle({ user }: { user: User }) {
  const mayAudit = useMay('audit.read');
  const steps = [
    [texts.record.created, user.createdAt],
    [texts.steps.invited, user.invitedAt],
    [texts.record.activated, user.activatedAt],
    [texts.columns.signIn, user.lastLoginAt],
    [texts.steps.leaves, user.status === 'DEPROVISIONED' ? null : user.expiresAt],
    [texts.steps.deprovisioned, user.deprovisionedAt],
  ].filter((step): step is [string, string] => step[1] !== null);
  return (
    <Stack gap="md">
      <Card withBorder padding="lg">
        <Title order={2} size="h4" mb="md">
          {states.cycle.title}
        </Title>
        <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
          {steps.map(([title, at]) => (
            <Timeline.Item key={title} title={title}>
              <Text size="sm" c="dimmed">
                <Moment at={at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
        {mayAudit ? (
          <Group mt="md" gap="lg">
            <Anchor renderRoot={(props) => <PageLink to="audit" search={{ actorId: user.id }} {...props} />}>
              {texts.audit.done}
            </Anchor>
          </Group>
        ) : null}
      </Card>
      <RecentChanges id={user.id} />
      <Card withBorder padding="lg">
        <Text mb="sm">{states.cycle.text}</Text>
        <ScrolledTable minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {states.cycle.columns.map((column) => (
                  <Table.Th key={column}>{column}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {states.cycle.rows.map(([state, ...cells]) => (
                <Table.Tr key={state}>
                  <Table.Th scope="row">
                    {state}{' '}
                    {state === spoken(user.status) ? (
                      <Badge tt="none" size="sm">
                        {texts.steps.now}
                      </Badge>
                    ) : null}
                  </Table.Th>
                  {cells.map((cell, at) => (
                    <Table.Td key={at}>{cell}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      </Card>
    </Stack>
  );
}
