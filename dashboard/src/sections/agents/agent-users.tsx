import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { listOidcAgentGrants } from '../../generated/sdk.gen.ts';
import type { OidcAgent, OidcAgentGrant } from '../../generated/types.gen.ts';
import { texts } from '../../texts/agents.ts';
import { RowLink, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { byCursor } from '../../ui/paging.ts';
import { FewScopes } from '../../ui/scopes.tsx';
import { useList } from '../../ui/use-list.ts';
import { EndGrant } from './agent-dialogs.tsx';

const words = texts.users;

const scopesOf = ({ scopes, resources }: OidcAgentGrant): string[] => [
  ...scopes,
  ...resources.map((one) => texts.at(one.scopes.join(', '), one.resource)),
];

const columns: readonly Column<OidcAgentGrant>[] = [
  {
    id: 'name',
    title: words.name,
    csv: ({ userName }) => userName,
    cell: ({ userId, userName }) => <RowLink to={`users/${userId}`}>{userName}</RowLink>,
  },
  {
    id: 'scopes',
    title: texts.columns.scopes,
    isMinor: true,
    csv: (grant) => scopesOf(grant).join(' '),
    cell: (grant) => <FewScopes scopes={scopesOf(grant)} />,
  },
  time('grantedAt', words.granted, 'day', { isMinor: true }),
  time('lastUsedAt', texts.columns.used, 'relative'),
];

const ending = (onEnd: (grant: OidcAgentGrant) => void): Column<OidcAgentGrant> => ({
  id: 'end',
  title: '',
  cell: (grant) => (
    <Button
      size="compact-xs"
      variant="light"
      color="red"
      onClick={() => onEnd(grant)}
      aria-label={`${words.end}: ${grant.userName}`}
    >
      {words.end}
    </Button>
  ),
});

const usersOf = ({ id }: OidcAgent) =>
  listing({
    list: { listOidcAgentGrants },
    path: { agentId: id },
    pages: byCursor,
    rowId: ({ userId }) => userId,
  });

/** The users who have let an agent in. */
export function AgentUsers({ agent, mayEnd }: { agent: OidcAgent; mayEnd: boolean }) {
  const [ended, setEnded] = useState<OidcAgentGrant>();
  const list = useList(usersOf(agent));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <InCode call={list.call} />
      </Group>
      <DataTable
        name={words.title}
        columns={mayEnd ? [...columns, ending(setEnded)] : columns}
        {...list.table}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      <Text size="sm" c="dimmed">
        {texts.soon}
      </Text>
      {ended ? <EndGrant agent={agent} grant={ended} onClose={() => setEnded(undefined)} /> : null}
    </Stack>
  );
}
