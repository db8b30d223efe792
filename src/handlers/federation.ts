import type { EntityManager } from '@mikro-orm/postgresql';
import { type ConnectionTestOutcome, testConnection } from '../federation/connection-tests.ts';
import {
  deleteConnection,
  findConnection,
  listConnections,
  updateConnection,
} from '../federation/connections.ts';
import { verifyDomain } from '../federation/domain-proof.ts';
import { domainNamesOf, listDomains } from '../federation/domains.ts';
import type { Connection, ConnectionType } from '../federation/entities/connection.ts';
import { createOidcConnection, updateOidcConnection } from '../federation/oidc-connections.ts';
import {
  viewConnection,
  viewConnectionTest,
  viewDomain,
  viewOidcConnection,
} from '../federation/views/connections.ts';
import { etagOf } from '../lib/etag.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { type Call, created, type Handlers, ok } from '../operation.ts';
import { versioned } from '../platform/versioned.ts';
import { federationControl } from './federation-control.ts';
import { setupLinks } from './setup-links.ts';

export const federation: Handlers<'federation'> = {
  ...federationControl,
  ...setupLinks,

  async listConnections({ query, em }) {
    const { page, limit, ...filter } = query;
    const { connections, total } = await listConnections(em, filter, {
      limit,
      offset: offsetOf(page, limit),
    });
    const domains = await domainNamesOf(em, connections);
    const data = connections.map((one) => viewConnection(one, domains(one.id)));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async getConnection({ path, em }) {
    const connection = await findConnection(em, path.id);
    return shown(em, connection, viewConnection);
  },

  async updateConnection({ path, body, em, caller, wired, baseUrl, ifMatch, attempt }) {
    const means = { grantor: caller, endings: wired.endings, baseUrl };
    const { connection, changes } = await updateConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, viewConnection);
  },

  async deleteConnection(call) {
    return deleted(call);
  },

  async testConnection(call) {
    return tested(call, await outcomeOf(call));
  },

  async listOidcConnections({ query, em, baseUrl }) {
    const { page, limit, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit) };
    const { connections, total } = await listConnections(em, { ...filter, type: 'OIDC' }, window);
    const domains = await domainNamesOf(em, connections);
    const data = connections.map((one) => viewOidcConnection(one, domains(one.id), baseUrl));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async createOidcConnection({ body, em, caller, vault, outgoing, quotas, baseUrl, attempt }) {
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, baseUrl, quotas };
    const connection = await createOidcConnection(em, body, means);
    Object.assign(attempt, { targetId: connection.id, targetName: connection.name });
    const domains = await domainNamesOf(em, [connection]);
    const view = viewOidcConnection(connection, domains(connection.id), baseUrl);
    return created(view, { ETag: etagOf(connection.version) });
  },

  async getOidcConnection({ path, em, baseUrl }) {
    const connection = await findConnection(em, path.id, 'OIDC');
    return shown(em, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl));
  },

  async updateOidcConnection({ path, body, em, caller, vault, outgoing, wired, baseUrl, ifMatch, attempt }) {
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, endings: wired.endings, baseUrl };
    const { connection, changes } = await updateOidcConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl));
  },

  async deleteOidcConnection(call) {
    return deleted(call, 'OIDC');
  },

  async testOidcConnection(call) {
    return tested(call, await outcomeOf(call, 'OIDC'));
  },

  async listFederatedDomains({ query, em }) {
    const { page, limit, ...filter } = query;
    const { domains, total } = await listDomains(em, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: domains.map(viewDomain), pagination: pageOf(page, limit, total) });
  },

  async verifyFederatedDomain({ path, em, caller, records, inTenant, attempt }) {
    attempt.targetName = path.domain.slice(0, 253).toLowerCase();
    const found = await verifyDomain(em, path.domain, { grantor: caller, lookUp: records, inTenant });
    attempt.targetId = found.connection.id;
    return ok(viewDomain(found));
  },
};

async function shown<Body>(
  em: EntityManager,
  connection: Connection,
  view: (row: Connection, domains: string[]) => Body,
) {
  return versioned(connection, em, async () => {
    const domains = await domainNamesOf(em, [connection]);
    return view(connection, domains(connection.id));
  });
}

type Deleting = Pick<Call<'deleteConnection'>, 'path' | 'em' | 'caller' | 'ifMatch' | 'attempt'>;

async function deleted({ path, em, caller, ifMatch, attempt }: Deleting, type?: ConnectionType) {
  const { id, name } = await deleteConnection(em, path.id, { ifMatch }, caller, type);
  attempt.targetName = name;
  return ok({ message: 'Connection deleted', id });
}

type Testing = Pick<Call<'testConnection'>, 'path' | 'em' | 'caller' | 'outgoing' | 'inTenant' | 'attempt'>;

/** Runs without a transaction, because the provider is a server of the tenant. */
const outcomeOf = (
  { path, em, caller, outgoing, inTenant }: Testing,
  type?: ConnectionType,
): Promise<ConnectionTestOutcome> =>
  testConnection(em, path.id, {
    way: outgoing,
    inTransaction: (work) => inTenant(caller, work),
    ...(type && { type }),
  });

function tested({ attempt }: Testing, outcome: ConnectionTestOutcome) {
  attempt.targetName = outcome.connection.name;
  return ok(viewConnectionTest(outcome));
}
