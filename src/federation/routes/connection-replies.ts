import { type ConnectionTestOutcome, testConnection } from '../connections/connection-tests.ts';
import { deleteConnection, listConnections } from '../connections/connections.ts';
import { domainNamesOf } from '../domains/domains.ts';
import type { Connection, ConnectionType } from '../connections/entities/connection.ts';
import { viewConnectionTest } from '../connections/views/connections.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { type Call, created, ok } from '../../operation.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Tx } from '../../platform/tx.ts';

// The common parts of the operations on connections of each type.

/** Shows a connection with its version. */
export async function shown<Body>(
  tx: Tx,
  connection: Connection,
  view: (row: Connection, domains: string[]) => Body,
) {
  return versioned(connection, tx, async () => {
    const domains = await domainNamesOf(tx, [connection]);
    return view(connection, domains(connection.id));
  });
}

type Listing = Pick<Call<'listConnections'>, 'query' | 'tx'>;

/** Lists connections, each with its domains. @param type only those of this type */
export async function listed<Body>(
  { query, tx }: Listing,
  view: (row: Connection, domains: string[]) => Body,
  type?: ConnectionType,
) {
  const { page, limit, ...filter } = query;
  const window = { limit, offset: offsetOf(page, limit) };
  const { connections, total } = await listConnections(tx, { ...filter, ...(type && { type }) }, window);
  const domains = await domainNamesOf(tx, connections);
  const data = connections.map((one) => view(one, domains(one.id)));
  return ok({ data, pagination: pageOf(page, limit, total) });
}

/** Shows a connection that was created, with its version. */
export async function createdConnection<Body>(
  { tx, attempt }: Pick<Call<'createOidcConnection'>, 'tx' | 'attempt'>,
  connection: Connection,
  view: (row: Connection, domains: string[]) => Body,
) {
  const { id, name, version } = connection;
  Object.assign(attempt, { targetId: id, targetName: name });
  const domains = await domainNamesOf(tx, [connection]);
  return created(view(connection, domains(id)), { ETag: etagOf(version) });
}

type Deleting = Pick<Call<'deleteConnection'>, 'path' | 'tx' | 'caller' | 'sent' | 'attempt'>;

/** Deletes a connection. @param type the type that the path names */
export async function deleted(
  { path, tx, caller, sent: { ifMatch }, attempt }: Deleting,
  type?: ConnectionType,
) {
  const { id, name } = await deleteConnection(tx, path.id, { ifMatch }, caller, type);
  attempt.targetName = name;
  return ok({ message: 'Connection deleted', id });
}

type Testing = Pick<Call<'testConnection'>, 'path' | 'tx' | 'caller' | 'inTenant' | 'attempt'>;

/** Tests a connection, without a transaction, because the provider is a server of the tenant. */
export async function tested(call: Testing, way: Outgoing, type?: ConnectionType) {
  const { path, tx, caller, inTenant, attempt } = call;
  const outcome: ConnectionTestOutcome = await testConnection(tx, path.id, {
    way,
    inTransaction: (work) => inTenant(caller, work),
    ...(type && { type }),
  });
  attempt.targetName = outcome.connection.name;
  return ok(viewConnectionTest(outcome));
}
