import { Alert, Button, Card, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { useMay } from '../../app/me.ts';
import { listPasskeysOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deletePasskey } from '../../generated/sdk.gen.ts';
import type { Passkey, User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-security.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';

/** The passkeys of a user: at most 20, so all of them. */
export function Passkeys({ user }: { user: User }) {
  const path = { userId: user.id };
  const mayRead = useMay('passkeys.read');
  const mayWrite = useMay('passkeys.write');
  const list = useQuery({ ...listPasskeysOptions({ path, query: { limit: 100 } }), enabled: mayRead });
  const [lost, setLost] = useState<Passkey>();
  if (!mayRead) return null;
  const passkeys = list.data?.data ?? [];
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {texts.passkeys.title}
        </Title>
        <InCode call={{ operation: 'listPasskeys', path }} />
      </Group>
      {list.error ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.data.length === 0 ? <Text>{texts.passkeys.none}</Text> : null}
      {passkeys.length > 0 ? (
        <ScrolledTable minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.passkeys.name}</Table.Th>
                <Table.Th>{texts.passkeys.kind}</Table.Th>
                <Table.Th>{texts.passkeys.created}</Table.Th>
                <Table.Th>{texts.passkeys.used}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {passkeys.map((passkey) => (
                <Table.Tr key={passkey.id}>
                  <Table.Td>
                    <bdi>{passkey.name}</bdi>
                  </Table.Td>
                  <Table.Td>{passkey.backedUp ? texts.passkeys.synced : texts.passkeys.bound}</Table.Td>
                  <Table.Td>
                    <Moment at={passkey.createdAt} isDay />
                  </Table.Td>
                  <Table.Td>
                    <Moment at={passkey.lastUsedAt} isRelative />
                  </Table.Td>
                  <Table.Td ta="right">
                    {mayWrite ? (
                      <Button
                        size="compact-xs"
                        variant="light"
                        color="red"
                        onClick={() => setLost(passkey)}
                        aria-label={`${texts.passkeys.remove}: ${passkey.name}`}
                      >
                        {texts.passkeys.remove}
                      </Button>
                    ) : null}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrolledTable>
      ) : null}
      {lost ? (
        <Confirm
          title={texts.passkeys.removeTitle(lost.name)}
          text={texts.passkeys.removeText}
          action={texts.passkeys.remove}
          said={texts.passkeys.removed}
          {...sends({ deletePasskey }, { path: { ...path, credId: lost.id } })}
          onClose={() => setLost(undefined)}
        >
          {passkeys.length === 1 ? <Alert color="orange">{texts.passkeys.removeLast}</Alert> : null}
        </Confirm>
      ) : null}
    </Card>
  );
}
