import { endAgent, findAgentClient } from '../../oidc/agents.ts';
import { operator } from '../subjects.ts';
import { lastOf, type Replay } from './replay.ts';
import { told } from './told.ts';

/** Ends an agent for all users again, because the consents of users are those of the backup. */
export const replayOidcAgent: Replay = async (tx, id, entries) => {
  const ended = lastOf(entries, 'oidc_agent.delete');
  if ((await findAgentClient(tx, id)) === undefined) return undefined;
  if (!ended) return [];
  await endAgent(tx, id, operator);
  return [await told(tx, ended)];
};
