import type { IncomingMessage } from 'node:http';
import { isThisMachine } from '../lib/address.ts';
import type { Transport } from './transport.ts';

/**
 * Whether a request comes from a developer at the machine of the service. A page of a stranger whose name leads to this
 * machine (DNS rebinding) asks by that name. And where others come here by a name of ours, a proxy may pass them on without
 * telling: then nobody is known to sit at this machine.
 */
export const isAtThisMachine = (request: IncomingMessage, { local }: Transport, baseUrl: string): boolean =>
  local && isThisMachine(`http://${request.headers.host ?? ''}`) && isThisMachine(baseUrl);
