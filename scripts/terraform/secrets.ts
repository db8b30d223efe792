// The secrets that the service makes, beside those of the kinds of openapi/resources.yaml.
import type { Kind } from '../client-terraform.ts';

/** The credentials that end with the run of OpenTofu that makes them: the operations that make one and end it. */
export const passingCredentials: Record<string, { open: string; close: string; about: string }> = {
  credential: {
    open: 'createJitCredential',
    close: 'revokeCredential',
    about:
      'A just-in-time credential of an identity. Each plan and each apply makes one, and revokes it at its end. ' +
      'Give it a `duration` that is longer than the run: a credential that is left ends by itself.',
  },
};

/** Kinds that the provider alone manages. A file has no place for their secrets, and a run of OpenTofu has. */
export const ownKinds: Record<string, Kind> = {
  scimToken: {
    operations: { create: 'createScimToken', list: 'listScimTokens', delete: 'revokeScimToken' },
    id: 'id',
    secrets: { made: ['token'] },
    ended: ['EXPIRED', 'REVOKED'],
  },
};

/** Why the provider has no resource for other operations that make a secret. */
export const leftOut: Record<string, string> = {
  createCredential: 'A key that a state manages ends with the state: `keyward_credential` ends with its run',
  rotateCredential: 'It replaces the secret of a key that the provider does not manage',
  exchangeToken: 'A pipeline calls it before OpenTofu, for the key of the provider',
  createSetupLink: 'It is mailed to a person, and ends by itself',
  createAccessPass: 'It lets one person in once',
  createWebhookListener: 'A listener ends with its stream',
};
