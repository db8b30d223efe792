import { Alert, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ConnectionPreview } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connection-traces.ts';
import { FactRows } from '../../ui/facts.tsx';
import { spokenOpen } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

const { mapping: words } = texts;

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a sign-in with the given account would do. */
export function PreviewResult({ preview }: { preview: ConnectionPreview }) {
  const { outcome, refusal, subject, email, user, fields, unwritten, groups, isAllowed } = preview;
  return (
    <Card withBorder padding="lg" role="status">
      <Stack>
        <Title order={2} size="h4">
          {words.result}
        </Title>
        <Alert color={refusal ? 'orange' : 'green'} title={words.outcomes[outcome] ?? spokenOpen(outcome)}>
          {refusal ? (
            <Text size="sm">
              {refusal.reason} ({texts.steps[refusal.step] ?? refusal.step}, {refusal.code})
            </Text>
          ) : null}
        </Alert>
        <FactRows
          rows={[
            [words.subject, subject === null ? '–' : <bdi key="subject">{subject}</bdi>],
            [
              words.email,
              <Stack key="email" gap={0}>
                <bdi>{email.address ?? '–'}</bdi>
                <Text size="sm" c="dimmed">
                  {words.standings[email.standing] ?? spokenOpen(email.standing)}{' '}
                  {email.isDomainVerified ? words.domainVerified : words.domainNotVerified}
                </Text>
              </Stack>,
            ],
            [
              words.user,
              user ? (
                <Group key="user" gap="xs">
                  <bdi>{user.name}</bdi>
                  <ThingLink id={user.id} />
                </Group>
              ) : (
                words.noUser
              ),
            ],
            [words.allowed, isAllowed ? texts.yes : texts.no],
          ]}
        />
        <Rows
          title={words.mapped}
          none={words.noFields}
          rows={fields.map(({ field, value }) => [field, shown(value)])}
        />
        {unwritten ? (
          <Alert color="orange">{words.unwritten[unwritten] ?? spokenOpen(unwritten)}</Alert>
        ) : null}
        <Rows
          title={words.groups}
          none={words.noGroups}
          rows={groups.map(({ name, change }) => [name, words.changes[change] ?? spokenOpen(change)])}
        />
      </Stack>
    </Card>
  );
}

function Rows({ title, none, rows }: { title: string; none: string; rows: readonly [string, string][] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Table aria-label={title}>
          <Table.Tbody>
            {rows.map(([name, value], at) => (
              <Table.Tr key={at}>
                <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{name}</bdi>
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{value}</bdi>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </div>
  );
}
