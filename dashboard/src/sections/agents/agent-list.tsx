import { Stack, Text } from '@mantine/core';
import { listOidcAgents } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/agents.ts';
import { plain, RowLink, time } from '../../ui/columns.tsx';
import { byPage } from '../../ui/paging.ts';
import { PickUser } from '../../ui/pick-user.tsx';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { FewScopes } from '../../ui/scopes.tsx';
import { AgentState, hostText, redirectText, scopesOf, stateOf } from './agent-facts.tsx';
import { BlockedHosts } from './blocked-hosts.tsx';

const agents = resource({
  list: { listOidcAgents },
  pages: byPage,
  filters: [
    { name: 'host', title: texts.filters.host },
    {
      name: 'origin',
      title: texts.filters.origin,
      values: Object.entries(texts.origins).map(([value, label]) => ({ value, label })),
    },
    { name: 'userId', title: texts.filters.user, picker: PickUser, width: 200 },
  ],
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: (agent) => (
        <Stack gap={0}>
          <RowLink to={`agents/${agent.id}`}>{agent.name}</RowLink>
          <Text size="xs" c="dimmed">
            {hostText(agent)}
          </Text>
        </Stack>
      ),
    },
    {
      id: 'redirects',
      title: texts.columns.redirects,
      isMinor: true,
      csv: ({ redirectHosts }) => redirectHosts.join(' '),
      cell: redirectText,
    },
    plain('userCount', texts.columns.users),
    {
      id: 'scopes',
      title: texts.columns.scopes,
      isMinor: true,
      csv: (agent) => scopesOf(agent).join(' '),
      cell: (agent) => <FewScopes scopes={scopesOf(agent)} />,
    },
    {
      id: 'state',
      title: texts.columns.state,
      csv: stateOf,
      cell: (agent) => <AgentState agent={agent} />,
    },
    time('lastUsedAt', texts.columns.used, 'relative', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  acts: [{ word: texts.blocked.action, dialog: BlockedHosts, asked: 'blocked' }],
});

/** The clients that no administrator made. */
export const AgentList = () => <ResourcePage of={agents} head={{ title: texts.title, text: texts.text }} />;
