import { findConnection } from '../federation/connections/connections.ts';
import { encryptionCertificate } from '../federation/connections/encryption-keys.ts';
import { createSamlConnection, updateSamlConnection } from '../federation/connections/saml-connections.ts';
import {
  approveSamlChange,
  refreshSamlMetadata,
  rejectSamlChange,
} from '../federation/connections/saml-refreshing.ts';
import { describedConnection } from '../federation/setup-links/setup-saml.ts';
import { spMetadata } from '../federation/connections/sp-metadata.ts';
import { viewSamlConnection } from '../federation/connections/views/saml-connections.ts';
import { Failure } from '../failure.ts';
import type { Handlers } from '../operation.ts';
import { openSamlKey, samlKeys } from '../saml/saml-keys.ts';
import { createdConnection, deleted, listed, shown, tested } from './connection-replies.ts';

type Family =
  | 'listSamlConnections'
  | 'createSamlConnection'
  | 'getSamlConnection'
  | 'updateSamlConnection'
  | 'deleteSamlConnection'
  | 'testSamlConnection'
  | 'refreshSamlConnectionMetadata'
  | 'approveSamlConnectionChange'
  | 'rejectSamlConnectionChange'
  | 'getSamlConnectionMetadata';

export const samlConnections: Pick<Handlers<'federation'>, Family> = {
  async listSamlConnections(call) {
    return listed(call, (row, domains) => viewSamlConnection(row, domains, call.baseUrl), 'SAML');
  },

  async createSamlConnection(call) {
    const { body, em, caller, outgoing, quotas, baseUrl } = call;
    const means = { grantor: caller, way: outgoing, baseUrl, quotas };
    const connection = await createSamlConnection(em, body, means);
    return createdConnection(call, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async getSamlConnection({ path, em, baseUrl }) {
    const connection = await findConnection(em, path.id, 'SAML');
    return shown(em, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async updateSamlConnection({ path, body, em, caller, outgoing, wired, baseUrl, ifMatch, attempt }) {
    const means = { grantor: caller, way: outgoing, endings: wired.endings, baseUrl };
    const { connection, changes } = await updateSamlConnection(em, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async deleteSamlConnection(call) {
    return deleted(call, 'SAML');
  },

  async testSamlConnection(call) {
    return tested(call, 'SAML');
  },

  async refreshSamlConnectionMetadata({ path, em, outgoing, baseUrl, ifMatch, attempt }) {
    const means = { way: outgoing, baseUrl, ifMatch };
    const { connection, changes } = await refreshSamlMetadata(em, path.id, means);
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async approveSamlConnectionChange({ path, body, em, caller, outgoing, baseUrl, ifMatch, attempt }) {
    const means = { way: outgoing, baseUrl, ifMatch };
    const { connection, changes } = await approveSamlChange(em, path.id, body.changeId, caller, means);
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(em, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async rejectSamlConnectionChange({ path, body, em, caller, baseUrl, ifMatch, attempt }) {
    const connection = await rejectSamlChange(em, path.id, body.changeId, caller, { ifMatch });
    attempt.targetName = connection.name;
    return shown(em, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl));
  },

  async getSamlConnectionMetadata(call) {
    const { path, inTenant, vault, baseUrl } = call;
    const tenant = await call.findTenantOfConnection(path.id);
    if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
    await call.clientLimit(tenant.orgId, path.id);
    const { connection, key, certificates } = await inTenant(tenant, async (em) => {
      const found = await describedConnection(em, path.id);
      const keys = await samlKeys(em, vault);
      const [active] = keys;
      if (!active) throw new Error(`the tenant ${tenant.orgId} has no SAML key`);
      return {
        connection: found,
        key: await openSamlKey(em, vault, active),
        certificates: {
          signing: keys.filter(({ status }) => status !== 'RETIRED').map(({ certificate }) => certificate),
          encryption: [await encryptionCertificate(em, vault)],
        },
      };
    });
    const body = spMetadata(connection, baseUrl, certificates, { ...key, algorithm: 'rsa-sha256' });
    const headers = { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' };
    return { status: 200, body, headers, cookies: [] };
  },
};
