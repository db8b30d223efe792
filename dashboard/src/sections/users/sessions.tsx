import { Button, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { listUserSessionsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { endUserSession, endUserSessions } from '../../generated/sdk.gen.ts';
import type { User, UserSession } from '../../generated/types.gen.ts';
import { texts as ui } from '../../texts/ui.ts';
import { texts } from '../../texts/user-security.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { nameOf } from './names.ts';

const words = texts.sessions;
const deviceOf = ({ device }: UserSession): string => device ?? words.unknown;

/** `mfa` says that there were several proofs. `user` says that the user was there. Neither is a proof (RFC 8176). */
const isBeside = (one: string): boolean => one === 'mfa' || one === 'user';

const proofsOf = ({ amr }: UserSession): string => {
  const proofs = amr.filter((one) => !isBeside(one));
  const shown = (proofs.length > 0 ? proofs : amr).map((one) => words.amr[one] ?? one);
  return [...new Set(shown)].join(', ');
};

/** Where the user is signed in. Sessions are ended from here. */
export function Sessions({ user, mayEnd }: { user: User; mayEnd: boolean }) {
  const path = { userId: user.id };
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const query = { limit: 20, ...(cursor ? { cursor } : {}) };
  const list = useQuery(listUserSessionsOptions({ path, query }));
  const [ended, setEnded] = useState<UserSession | 'all'>();
  const sessions = list.data?.data ?? [];
  const next = list.data?.pagination.nextCursor;
  const close = () => setEnded(undefined);
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Group gap="sm">
          <InCode call={{ operation: 'listUserSessions', path }} />
          {mayEnd && sessions.length > 0 ? (
            <Button size="compact-sm" variant="outline" color="red.8" onClick={() => setEnded('all')}>
              {words.endAll}
            </Button>
          ) : null}
        </Group>
      </Group>
      {list.error ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.data.length === 0 ? <Text>{words.none}</Text> : null}
      {sessions.length > 0 ? (
        <ScrolledTable minWidth={560}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.device}</Table.Th>
                <Table.Th>{words.how}</Table.Th>
                <Table.Th>{words.since}</Table.Th>
                <Table.Th>{words.seen}</Table.Th>
                <Table.Th>{words.ends}</Table.Th>
                {mayEnd ? <Table.Th /> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sessions.map((session) => (
                <Table.Tr key={session.id}>
                  <Table.Td>
                    <Stack gap={0}>
                      <span title={session.userAgent ?? undefined}>{deviceOf(session)}</span>
                      <Text size="xs" c="dimmed" ff="monospace">
                        {session.ipAddress}
                      </Text>
                    </Stack>
                  </Table.Td>
                  <Table.Td>
                    <Stack gap={0}>
                      <span title={session.amr.join(' ')}>{proofsOf(session)}</span>
                      {session.connectionId ? <NamedLink id={session.connectionId} size="xs" /> : null}
                    </Stack>
                  </Table.Td>
                  <Table.Td>
                    <Moment at={session.authenticatedAt} isRelative />
                  </Table.Td>
                  <Table.Td>
                    <Moment at={session.lastSeenAt} isRelative />
                  </Table.Td>
                  <Table.Td>
                    <Moment at={session.expiresAt} isRelative />
                  </Table.Td>
                  {mayEnd ? (
                    <Table.Td ta="right">
                      <Button
                        size="compact-xs"
                        variant="light"
                        color="red"
                        onClick={() => setEnded(session)}
                        aria-label={`${words.end}: ${deviceOf(session)}`}
                      >
                        {words.end}
                      </Button>
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      ) : null}
      {next ? (
        <Button size="xs" variant="default" mt="sm" onClick={() => setCursors([...cursors, next])}>
          {ui.next}
        </Button>
      ) : null}
      {ended === 'all' ? (
        <Confirm
          title={words.endAllTitle(nameOf(user))}
          text={words.endAllText}
          action={words.endAll}
          said={words.endedAll}
          {...sends({ endUserSessions }, { path })}
          onClose={close}
        />
      ) : null}
      {ended && ended !== 'all' ? (
        <Confirm
          title={words.endTitle(deviceOf(ended))}
          text={words.endText}
          action={words.end}
          said={words.ended}
          {...sends({ endUserSession }, { path: { ...path, sessionId: ended.id } })}
          onClose={close}
        />
      ) : null}
    </Card>
  );
}
