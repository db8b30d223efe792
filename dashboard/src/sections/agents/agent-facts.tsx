import { Badge } from '@mantine/core';
import type { OidcAgent } from '../../generated/types.gen.ts';
import { texts } from '../../texts/agents.ts';

/** Returns who stands behind the name of an agent. */
export const hostText = ({ host }: OidcAgent): string => host ?? texts.unverified;

/** Returns where an agent sends users. */
export const redirectText = ({ loopbackOnly, redirectHosts }: OidcAgent): string =>
  loopbackOnly ? texts.local : redirectHosts.join(', ');

/** Returns all scopes of an agent, wherever they are for. */
export const scopesOf = ({ scopes, resources }: OidcAgent): string[] => [
  ...new Set([...scopes, ...resources.flatMap((one) => one.scopes)]),
];

/** Returns the state of an agent in words. */
export const stateOf = ({ blocked, identityId }: OidcAgent): string =>
  texts.states[blocked ? 'blocked' : identityId === null ? 'open' : 'approved'] ?? '';

/** The state of an agent. */
export const AgentState = ({ agent }: { agent: OidcAgent }) => (
  <Badge
    tt="none"
    miw="max-content"
    color={agent.blocked ? 'red' : agent.identityId === null ? 'gray' : 'green'}
  >
    {stateOf(agent)}
  </Badge>
);
