import { findConnection, type StatusPatch, updateConnection } from '../connections/connections.ts';
import { verifyDomain } from '../domains/domain-proof.ts';
import { listDomains } from '../domains/domains.ts';
import { createOidcConnection, updateOidcConnection } from '../connections/oidc-connections.ts';
import { viewConnection, viewDomain, viewOidcConnection } from '../connections/views/connections.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { type Handlers, ok } from '../../operation.ts';
import { createdConnection, deleted, listed, shown, tested } from './connection-replies.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { TxtLookUp } from '../../lib/txt-records.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Endings } from '../../users/endings.ts';

type Family =
  | 'listConnections'
  | 'getConnection'
  | 'updateConnection'
  | 'deleteConnection'
  | 'testConnection'
  | 'listOidcConnections'
  | 'createOidcConnection'
  | 'getOidcConnection'
  | 'updateOidcConnection'
  | 'deleteOidcConnection'
  | 'testOidcConnection'
  | 'listFederatedDomains'
  | 'verifyFederatedDomain';

export const routes = ({
  baseUrl,
  outgoing,
  quotas,
  records,
  vault,
  wired: { endings },
}: {
  baseUrl: () => string;
  outgoing: Outgoing;
  quotas: Quotas;
  records: TxtLookUp;
  vault: Vault;
  wired: { endings: Endings };
}): Pick<Handlers<'federation'>, Family> => ({
  async listConnections(call) {
    return listed(call, viewConnection);
  },

  async getConnection({ path, tx }) {
    const connection = await findConnection(tx, path.id);
    return shown(tx, connection, viewConnection);
  },

  async updateConnection({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<StatusPatch, typeof body>;
    const means = { grantor: caller, endings, baseUrl: baseUrl() };
    const { connection, changes } = await updateConnection(tx, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(tx, connection, viewConnection);
  },

  async deleteConnection(call) {
    return deleted(call);
  },

  async testConnection(call) {
    return tested(call, outgoing);
  },

  async listOidcConnections(call) {
    return listed(call, (row, domains) => viewOidcConnection(row, domains, baseUrl()), 'OIDC');
  },

  async createOidcConnection(call) {
    const { body, tx, caller } = call;
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, baseUrl: baseUrl(), quotas };
    const connection = await createOidcConnection(tx, body, means);
    return createdConnection(call, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async getOidcConnection({ path, tx }) {
    const connection = await findConnection(tx, path.id, 'OIDC');
    return shown(tx, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async updateOidcConnection({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, endings, baseUrl: baseUrl() };
    const { connection, changes } = await updateOidcConnection(tx, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(tx, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async deleteOidcConnection(call) {
    return deleted(call, 'OIDC');
  },

  async testOidcConnection(call) {
    return tested(call, outgoing, 'OIDC');
  },

  async listFederatedDomains({ query, tx }) {
    const { page, limit, ...filter } = query;
    const { domains, total } = await listDomains(tx, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: domains.map(viewDomain), pagination: pageOf(page, limit, total) });
  },

  async verifyFederatedDomain({ path, tx, caller, inTenant, attempt }) {
    attempt.targetName = path.domain.slice(0, 253).toLowerCase();
    const found = await verifyDomain(tx, path.domain, { grantor: caller, lookUp: records, inTenant });
    attempt.targetId = found.connection.id;
    return ok(viewDomain(found));
  },
});
