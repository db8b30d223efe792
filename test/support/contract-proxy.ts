import type { OperationId } from '../../src/operation.ts';
import { isHosted } from '../../src/lib/contract.ts';
import { operations } from '../../generated/operations.ts';
import type { Answer } from './client.ts';
import type { Prism } from './prism.ts';

/** Whether Prism stands between the tests and the service: in the environment `deno15`. */
const proxied = process.env['CONTRACT_PROXY'] === '1';

const proxies = new Map<string, Promise<Prism>>();

/**
 * Where a call of an operation goes: to the service, or in the environment `deno15` to the proxy before it.
 *
 * Every call of an operation by its id goes that way but one kind: without a key Prism would answer 401 itself.
 * What tests send by hand (`send`, `sendRaw`, sockets) goes straight to the service, because it is about other paths,
 * bytes, connections and addresses, which a proxy refuses or tidies up.
 */
export async function routeOf(origin: string, id: OperationId, key: string | undefined): Promise<string> {
  // Pages, redirects and cookies are not what Prism is made for.
  const forBrowsers = isHosted(operations[id]);
  if (!proxied || forBrowsers || (key === undefined && operations[id].secured)) return origin;
  let proxy = proxies.get(origin);
  if (!proxy) proxies.set(origin, (proxy = startProxy(origin)));
  return (await proxy).origin;
}

/** Prism takes seconds to load, and its server has every stack of the process made by a slower function. */
const startProxy = async (origin: string): Promise<Prism> => (await import('./prism.ts')).startProxy(origin);

/** Ends the proxy of a service that ends. */
export async function endProxy(origin: string): Promise<void> {
  const proxy = proxies.get(origin);
  // Another service may get the port of this one before Prism has ended.
  proxies.delete(origin);
  await (await proxy)?.stop();
}

/** @throws when Prism found that an answer breaks the contract, or answered in place of the service */
export function assertPassed(id: OperationId, { status, headers, body }: Answer): void {
  // A status from 300 that is not declared is only a warning to Prism: it lets the answer pass, with this header.
  const found = headers.get('sl-violations') ?? '';
  const own = headers.get('content-type') === 'application/problem+json';
  if (own || found.includes('"location":["response"'))
    throw new Error(`the answer ${status} of ${id} violates the contract: ${found || JSON.stringify(body)}`);
}
