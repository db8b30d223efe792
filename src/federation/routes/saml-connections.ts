import { findConnection } from '../connections/connections.ts';
import { createSamlConnection, updateSamlConnection } from '../connections/saml-connections.ts';
import { approveSamlChange, refreshSamlMetadata, rejectSamlChange } from '../connections/saml-refreshing.ts';
import { viewSamlConnection } from '../connections/views/saml-connections.ts';
import type { Handlers } from '../../operation.ts';
import { createdConnection, deleted, listed, shown, tested } from './connection-replies.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Endings } from '../../users/endings.ts';

type Family =
  | 'listSamlConnections'
  | 'createSamlConnection'
  | 'getSamlConnection'
  | 'updateSamlConnection'
  | 'deleteSamlConnection'
  | 'testSamlConnection'
  | 'refreshSamlConnectionMetadata'
  | 'approveSamlConnectionChange'
  | 'rejectSamlConnectionChange';

export const routes = ({
  baseUrl,
  outgoing,
  quotas,
  wired: { endings },
}: {
  baseUrl: () => string;
  outgoing: Outgoing;
  quotas: Quotas;
  wired: { endings: Endings };
}): Pick<Handlers<'federation'>, Family> => ({
  async listSamlConnections(call) {
    return listed(call, (row, domains) => viewSamlConnection(row, domains, baseUrl()), 'SAML');
  },

  async createSamlConnection(call) {
    const { body, tx, caller } = call;
    const means = { grantor: caller, way: outgoing, baseUrl: baseUrl(), quotas };
    const connection = await createSamlConnection(tx, body, means);
    return createdConnection(call, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },

  async getSamlConnection({ path, tx }) {
    const connection = await findConnection(tx, path.id, 'SAML');
    return shown(tx, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },

  async updateSamlConnection({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const means = { grantor: caller, way: outgoing, endings, baseUrl: baseUrl() };
    const { connection, changes } = await updateSamlConnection(tx, path.id, body, means, { ifMatch });
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(tx, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },

  async deleteSamlConnection(call) {
    return deleted(call, 'SAML');
  },

  async testSamlConnection(call) {
    return tested(call, outgoing, 'SAML');
  },

  async refreshSamlConnectionMetadata({ path, tx, attempt, sent: { ifMatch } }) {
    const means = { way: outgoing, baseUrl: baseUrl(), ifMatch };
    const { partner: connection, changes } = await refreshSamlMetadata(tx, path.id, means);
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(tx, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },

  async approveSamlConnectionChange({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const means = { way: outgoing, baseUrl: baseUrl(), ifMatch };
    const { connection, changes } = await approveSamlChange(tx, path.id, body.changeId, caller, means);
    Object.assign(attempt, { changes, targetName: connection.name });
    return shown(tx, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },

  async rejectSamlConnectionChange({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const connection = await rejectSamlChange(tx, path.id, body.changeId, caller, { ifMatch });
    attempt.targetName = connection.name;
    return shown(tx, connection, (row, domains) => viewSamlConnection(row, domains, baseUrl()));
  },
});
