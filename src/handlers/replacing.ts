import type { Replaced, Replacing } from '../platform/replacing.ts';
import type { Call, OperationId } from '../operation.ts';

const keys: Readonly<Record<'OIDC' | 'SAML' | 'SAML_ENCRYPTION', Replaced>> = {
  OIDC: 'oidcKeys',
  SAML: 'samlKeys',
  SAML_ENCRYPTION: 'samlEncryptionKeys',
};

type Asked<Id extends OperationId> = Pick<Call<Id>, 'path' | 'body'> & { orgId: string };

/**
 * The operations that give out what the next one ends. The value says what a request replaces; the handler gets it as `call.seen`, as it
 * was before the request waited for its turn. `test/contract/replacing.test.ts` holds the list against the contract.
 */
export const replacing: { readonly [Id in OperationId]?: (asked: Asked<Id>) => Replacing } = {
  rotateCredential: ({ path }) => ({ replaced: 'credential', id: path.id }),
  rotateOidcClientSecret: ({ path }) => ({ replaced: 'oidcClient', id: path.clientId }),
  rotateWebhookSecret: ({ path }) => ({ replaced: 'webhook', id: path.id }),
  rotateSigningKeys: ({ body, orgId }) => ({ replaced: keys[body.use], id: orgId }),
  createAccessPass: ({ path }) => ({ replaced: 'accessPass', id: path.userId }),
};
