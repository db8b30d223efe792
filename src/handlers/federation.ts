import { findConnection, type StatusPatch, updateConnection } from '../federation/connections/connections.ts';
import { verifyDomain } from '../federation/domains/domain-proof.ts';
import { listDomains } from '../federation/domains/domains.ts';
import { createOidcConnection, updateOidcConnection } from '../federation/connections/oidc-connections.ts';
import {
  viewConnection,
  viewDomain,
  viewOidcConnection,
} from '../federation/connections/views/connections.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { type Handlers, ok } from '../operation.ts';
import { createdConnection, deleted, listed, shown, tested } from './connection-replies.ts';
import { federationControl } from './federation-control.ts';
import { samlConnections } from './saml-connections.ts';
import { federationTests } from './federation-tests.ts';
import { setupLinks } from './setup-links.ts';
import type { ReadBy } from '../lib/read-by.ts';

export const federation: Handlers<'federation'> = {
  ...federationControl,
  ...samlConnections,
  ...federationTests,
  ...setupLinks,

  async listConnections(call) {
    return listed(call, viewConnection);
  },

  async getConnection({ path, em }) {
    const connection = await findConnection(em, path.id);
    return shown(em, connection, viewConnection);
  },

  async updateConnection({ path, body, em, caller, wired, baseUrl, ifMatch, attempt }) {
    body satisfies ReadBy<StatusPatch, typeof body>;
    const means = { grantor: caller, endings: wired.endings, baseUrl };
    const { connection, changes } = await updateConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, viewConnection);
  },

  async deleteConnection(call) {
    return deleted(call);
  },

  async testConnection(call) {
    return tested(call);
  },

  async listOidcConnections(call) {
    return listed(call, (row, domains) => viewOidcConnection(row, domains, call.baseUrl), 'OIDC');
  },

  async createOidcConnection(call) {
    const { body, em, caller, vault, outgoing, quotas, baseUrl } = call;
    const { mayReach } = outgoing;
    const means = { grantor: caller, vault, mayReach, baseUrl, quotas };
    const connection = await createOidcConnection(em, body, means);
    return createdConnection(call, connection, (row, domains) => viewOidcConnection(row, domains, baseUrl));
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
    return tested(call, 'OIDC');
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
