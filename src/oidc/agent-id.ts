import { hash } from 'node:crypto';
import { idOfDigest } from '../lib/id.ts';

/**
 * Returns the id of the client of a stranger in our API. The `client_id` can be an address, which does not fit into a path. The id follows
 * from it, so an agent that comes back has the same id as before (docs/decisions/0153).
 */
export const agentIdOf = (orgId: string, clientId: string): string =>
  idOfDigest('agt', hash('sha256', `${orgId}\n${clientId}`, 'buffer'));
