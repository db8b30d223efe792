import type { CallParts } from '../support/client.ts';
import { createClient } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { type Case, workingCall } from './enumerate.ts';

/**
 * A service with two organizations that only one visitor uses. A resource that another visitor deleted would also answer 404,
 * and so a shared organization would prove nothing.
 */
export interface World extends TestService {
  /**
   * Returns a call of the operation that succeeds, which all tests of the visitor share: the resources are made once.
   * Only the last test of the operation may use the resources up.
   */
  working: (operation: Case) => Promise<CallParts>;
  /** Makes a value for this world once: a caller, a client, or the answers that two tests look at. */
  once: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>;
}

/** A test that each operation of a kind gets. */
export interface Visit {
  /** The sentence of the test after the id of the operation. */
  title: string;
  of: (operation: Case) => boolean;
  /** The place for `half`: the gate visits half of the operations, and other ones in each run. */
  halved?: string;
  visit: (operation: Case, world: World) => Promise<void>;
}

/** Tests that share two organizations. They run for one operation after the other. */
export interface Visitor {
  name: string;
  /** Settings of a node that only this visitor calls; without them the visitor calls the service of the file. */
  settings?: Record<string, string>;
  visits: readonly Visit[];
}

/** Creates the organizations of a visitor, and starts its node if it has settings. */
export async function enter(
  service: TestService,
  { settings }: Visitor,
): Promise<{ world: World; leave: () => Promise<void> }> {
  const node = settings && (await service.startNode(settings));
  const origin = node?.origin ?? service.origin;
  const made = new Map<string, Promise<unknown>>();
  const once: World['once'] = <Value>(name: string, make: () => Promise<Value>) => {
    const known = (made.get(name) as Promise<Value> | undefined) ?? make();
    made.set(name, known);
    return known;
  };
  const world: World = {
    ...service,
    ...(await service.addPair(origin)),
    origin,
    anonymous: createClient(origin),
    as: (key) => createClient(origin, key),
    once,
    working: (operation) => once(`working ${operation.id}`, () => workingCall(operation, world.ours)),
  };
  return { world, leave: async () => node?.stop() };
}
