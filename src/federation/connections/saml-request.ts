import { randomBytes } from 'node:crypto';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { buildAuthnRequest } from '../../saml-messages/build/authn-request.ts';
import { type Carried, carried } from '../../saml-messages/build/carried.ts';
import { newMessageId } from '../../saml-messages/build/parts.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import { nameIdFormats } from '../../saml-messages/names.ts';
import type { NameIdFormat } from '../../saml-metadata/names.ts';
import type { SamlAsked } from '../openid/dialogues.ts';
import type { Connection } from './entities/connection.ts';
import { spAddresses } from './sp-addresses.ts';

/** Returns the time of a transaction, which a message says. */
export const timeOf = (tx: Tx): Date => tenancyOf(tx).now;

/** Begins to ask a SAML identity provider. @param signInId how the state begins, so that it can be found again */
export const newSamlAsked = (signInId: string): SamlAsked => ({
  state: `${signInId}.${randomBytes(32).toString('base64url')}`,
  requestId: newMessageId(),
});

/** How an AuthnRequest is written. */
interface Writing {
  baseUrl: string;
  now: Date;
  key: SigningKey | 'unsigned';
  /** Whether the identity provider must ask the user again, and not answer by its own session. */
  forceAuthn: boolean;
}

/**
 * Writes the AuthnRequest (SAML core section 3.4.1) and says how the browser takes it there. It holds nothing of what was typed.
 * It demands no class of authentication: what the identity provider says is judged when the user is back.
 */
export function authnRequestTo(
  connection: Connection,
  { state, requestId }: SamlAsked,
  { baseUrl, now, key, forceAuthn }: Writing,
): Carried {
  const { metadataUrl: spEntityId, acsUrl } = spAddresses(baseUrl, connection.id);
  const { ssoUrl, ssoBinding, nameIdFormat } = connection.samlSettings();
  const format: NameIdFormat = nameIdFormat;
  const content = {
    id: requestId,
    issuer: spEntityId,
    issueInstant: now,
    destination: ssoUrl,
    assertionConsumerServiceUrl: acsUrl,
    ...(format === 'unspecified' ? {} : { nameIdFormat: nameIdFormats[format] }),
    ...(forceAuthn ? { forceAuthn } : {}),
  };
  return carried({
    binding: ssoBinding,
    destination: ssoUrl,
    parameter: 'SAMLRequest',
    relayState: state,
    key,
    write: (signing) => buildAuthnRequest(content, signing),
  });
}
