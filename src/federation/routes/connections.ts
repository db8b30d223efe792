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

  async getConnection({ path, em }) {
    const connection = await findConnection(em, path.id);
    return shown(em, connection, viewConnection);
  },

  async updateConnection({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<StatusPatch, typeof body>;
    const means = { grantor: caller, endings, baseUrl: baseUrl() };
    const { connection, changes } = await updateConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, viewConnection);
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
    const { body, em, caller } = call;
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, baseUrl: baseUrl(), quotas };
    const connection = await createOidcConnection(em, body, means);
    return createdConnection(call, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async getOidcConnection({ path, em }) {
    const connection = await findConnection(em, path.id, 'OIDC');
    return shown(em, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async updateOidcConnection({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, endings, baseUrl: baseUrl() };
    const { connection, changes } = await updateOidcConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl()));
  },

  async deleteOidcConnection(call) {
    return deleted(call, 'OIDC');
  },

  async testOidcConnection(call) {
    return tested(call, outgoing, 'OIDC');
  },

  async listFederatedDomains({ query, em }) {
    const { page, limit, ...filter } = query;
    const { domains, total } = await listDomains(em, filter, { limit, offset: offsetOf(page, limit) });
    return ok({ data: domains.map(viewDomain), pagination: pageOf(page, limit, total) });
  },

  async verifyFederatedDomain({ path, em, caller, inTenant, attempt }) {
    attempt.targetName = path.domain.slice(0, 253).toLowerCase();
    const found = await verifyDomain(em, path.domain, { grantor: caller, lookUp: records, inTenant });
    attempt.targetId = found.connection.id;
    return ok(viewDomain(found));
  },
});
