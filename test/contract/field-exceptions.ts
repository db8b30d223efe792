// The exceptions of written-fields.ts, each with its reason.
import { X509Certificate } from 'node:crypto';
import { expect } from 'vitest';
import type { OperationId } from '../../src/operation.ts';

export type ByOperation<Value> = Readonly<Partial<Record<OperationId, Value>>>;

/** Operations whose body writes no field of a resource, and what it does instead. */
export const actions: ByOperation<string> = {
  suspendIdentity: 'the reason stands in the audit log',
  reactivateIdentity: 'the reason stands in the audit log',
  revokeIdentity: 'the reason stands in the audit log',
  rightSizeIdentity: 'asks for a report',
  exchangeToken: 'the token and the identity decide what the credential may do',
  verifyCredential: 'asks about a credential',
  unwrapCredential: 'asks for a secret',
  cleanUpCredentials: 'chooses credentials',
  rotateCredential: 'the grace period is about the secret before',
  suspendCredential: 'the reason stands in the audit log',
  reactivateCredential: 'the reason stands in the audit log',
  revokeCredential: 'the reason stands in the audit log',
  evaluatePolicies: 'asks for a decision',
  simulateAccess: 'asks for a decision',
  putAccessPolicyOrder: 'orders all policies',
  startAccessBacktest: 'asks for a report',
  suspendUser: 'the reason stands in the audit log',
  reactivateUser: 'the reason stands in the audit log',
  deprovisionUser: 'the reason stands in the audit log',
  createAccessPass: 'the response shows the time of the end, not the seconds',
  addGroupMembers: 'names users who become members',
  searchScimUsers: 'asks for users',
  searchScimGroups: 'asks for groups',
  searchScim: 'asks for users and groups',
  runScimBulk: 'has requests of other operations inside',
  planConfiguration: 'has objects of other operations inside',
  applyConfiguration: 'has objects of other operations inside',
  previewMailTemplate: 'asks for a mail',
  rotateOidcClientSecret: 'the grace period is about the secret before',
  approveServiceProviderChange: 'names a change',
  rejectServiceProviderChange: 'names a change',
  approveOidcAgent: 'names an identity, or the owner of a new one',
  previewServiceProvider: 'asks for a response of SAML',
  rotateSigningKeys: 'the reason stands in the audit log',
  approveSamlConnectionChange: 'names a change',
  rejectSamlConnectionChange: 'names a change',
  previewConnectionMapping: 'asks for the fields of a user',
  recoverWebhook: 'chooses deliveries',
  rotateWebhookSecret: 'the grace period is about the secret before',
  replayDeadLetters: 'chooses deliveries',
};

/** A PATCH of SCIM, and the operation whose body has the fields that it may change. */
export const patched: ByOperation<OperationId> = {
  updateScimUser: 'replaceScimUser',
  updateScimGroup: 'replaceScimGroup',
};

/** Fields that the response does not show, by their names in all operations. A field that nothing shows belongs here. */
export const unshown: Readonly<Record<string, string>> = {
  'channels.0.routingKey': 'is a secret',
  'channels.0.url': 'is a secret',
  acknowledgeLockout: 'allows the request what it would otherwise be refused',
  clientSecret: 'is a secret',
  duration: 'is shown as `expiresAt`',
  expiresInSeconds: 'is shown as `expiresAt`',
  metadataXml: 'is shown as the settings that it contains',
  password: 'is a secret',
  revokeSessions: 'is about the sessions of users',
  sendInvite: 'is about an e-mail',
  ttl: 'is shown as `expiresAt`',
};

/** Fields that cannot be read back as they were sent, with the reason. */
export const unread: ByOperation<Readonly<Record<string, string>>> = {
  createAlertRule: {
    channels: 'a channel has the fields of its type (test/risk/api/alert-channels.test.ts)',
  },
  updateAlertRule: {
    channels: 'a channel has the fields of its type (test/risk/api/alert-channels.test.ts)',
  },
  createScimUser: { schemas: 'the protocol decides them' },
  replaceScimUser: { schemas: 'the protocol decides them' },
  updateScimUser: { schemas: 'the protocol decides them' },
  createScimGroup: { schemas: 'the protocol decides them' },
  replaceScimGroup: { schemas: 'the protocol decides them' },
  updateScimGroup: { schemas: 'the protocol decides them' },
  updateWebauthnConfig: { rpId: 'a service on localhost allows no other' },
  updatePasswordPolicy: { disallowBreached: 'the service of the tests has no list of breached passwords' },
};

/** Fields that the resource shows by another name than the request. */
export const renamed: ByOperation<Readonly<Record<string, string>>> = {
  createJitCredential: { maxUsage: 'maxUsageCount' },
};

/** Fields that a response shows in another form than the request, and that form. */
export const shownAs: ByOperation<Readonly<Record<string, (sent: unknown) => unknown>>> = {
  createSamlConnection: { certificates: fingerprints },
  updateSamlConnection: { certificates: fingerprints },
};

function fingerprints(sent: unknown): unknown {
  const texts = Array.isArray(sent) ? sent.map(String) : [];
  return texts.map((pem) => {
    const fingerprint = new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();
    return expect.objectContaining({ fingerprint });
  });
}
