import type { IncomingMessage } from 'node:http';
import { isThisMachine } from '../lib/address.ts';
import type { Transport } from './transport.ts';

/**
 * Returns whether a request comes from a developer at the machine of the service. If the name of a stranger leads to
 * this machine (DNS rebinding), a page of the stranger asks by that name. If others reach the service by a name of
 * ours, a proxy may pass their requests on without a sign. In this case no caller counts as a developer at this
 * machine.
 */
export const isAtThisMachine = (request: IncomingMessage, { local }: Transport, baseUrl: string): boolean =>
  local && isThisMachine(`http://${request.headers.host ?? ''}`) && isThisMachine(baseUrl);
