import { tenancyOf } from '../../platform/entities/owned.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import { discoveryUrlOf } from './provider-probe.ts';
import { takeDueConnections } from './sql/connections.ts';
import { takeDueDomains } from '../domains/sql/domains.ts';

/** The address of jobs that ask the DNS. A tenant has a few of them at a time, like calls to one server. */
const dnsAddress = 'dns';

/**
 * Has connections checked and domains looked up whose time has come, each by its own job. A job that fails is not tried
 * again: the row is due again in a day.
 * @returns how many
 */
export async function askForDueChecks(tx: Tx): Promise<number> {
  const { orgId } = tenancyOf(tx);
  const connections = await takeDueConnections(tx, orgId);
  for (const { id, ...connection } of connections) {
    const url = connection.samlUrl ?? discoveryUrlOf(connection);
    const address = URL.canParse(url) ? new URL(url).host : '';
    const options = { key: `connection:${id}`, tries: 1, address };
    await enqueue(tx, 'check-connection', { orgId, connectionId: id }, options);
  }
  const domains = await takeDueDomains(tx, orgId);
  for (const domain of domains) {
    const options = { key: `domain:${domain}`, tries: 1, address: dnsAddress };
    await enqueue(tx, 'check-domain', { orgId, domain }, options);
  }
  return connections.length + domains.length;
}
