import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { payHashes, readInTurn } from '../platform/heavy-work.ts';
import { type Vault, VaultError } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import type { SigningKey } from '../saml-messages/build/sign.ts';
import { nameIdFormats } from '../saml-messages/names.ts';
import type { Attribute } from '../saml-messages/read/assertion.ts';
import { defaultAcsUrl } from './acs-url.ts';
import { assertionOf } from './asserting.ts';
import { classFor } from './authn-context.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import type { NameIdFormat } from '../saml-metadata/names.ts';
import { qualified } from './qualified-name.ts';
import { presentSigningKeyFor } from './saml-keys.ts';
import { buildAnswer } from './sign-on-answers.ts';
import { standIn } from './stand-in.ts';

/** An answer to "would another implementation of SAML accept the response?". It is advice: no sign-on depends on it. */
export interface Reading {
  verdict: 'ACCEPTED' | 'REFUSED' | 'NOT_READ';
  /** Why it was refused or not read, in sentences. */
  reason: string | null;
}

/** A user who may sign on, as the assertion names and describes them. */
export interface Previewed {
  provider: ServiceProvider;
  nameId: { format: NameIdFormat; value: string };
  attributes: readonly Attribute[];
}

/** The implementation that reads, and the version that `package.json` names. */
export const library = 'samlify 2.13.1';

const samlify = codeAtFirstUse(() => import('./read-by-samlify.ts'));

/** In characters. samlify reads a response of 400 KB for more than a second. */
const longest = 65_536;

/** Building and reading the longest response takes about 80 ms, which is as long as four hashes. */
const hashesPerReading = 4;

export const notRead = (reason: string): Reading => ({ verdict: 'NOT_READ', reason });

/**
 * Builds the response to a sign-on with a password, and lets samlify read it. The response never leaves this function. Await it
 * outside of a transaction.
 * @param issuer our entity id
 * @throws {RateLimited} when the tenant lets too much be read; {Failure} SERVICE_UNAVAILABLE
 */
export async function readPreview(
  tx: Tx,
  { provider, nameId, attributes }: Previewed,
  { vault, issuer }: { vault: Vault; issuer: string },
): Promise<Reading> {
  const { orgId, now } = tenancyOf(tx);
  const key = await keyOf(tx, vault, provider);
  if (key === undefined)
    return notRead('The organization has no SAML key yet. Its first metadata makes one.');
  if (key === null) return notRead('The SAML key of the organization cannot be opened.');
  // Its own account: previews must not use up what the tenant may spend on passwords.
  payHashes(`previews of ${orgId}`, hashesPerReading);
  const decryptsWith = provider.encryptAssertions ? await standIn() : undefined;
  const { readBySamlify } = await samlify();
  const acsUrl = defaultAcsUrl(provider);
  const { entityId, signAssertions, signResponses, encryptionAlgorithm } = provider;
  const named = { value: nameId.value, format: nameIdFormats[nameId.format] };
  const assertion = assertionOf(provider, now, {
    nameId: qualified(named, { issuer, entityId }),
    authTime: now,
    sessionIndex: newMessageId(),
    endsAt: new Date(now.getTime() + provider.sessionTtl * 1000),
    authnContextClass: classFor(['pwd'], []) ?? '',
    attributes: [...attributes],
  });
  const protections = {
    signAssertions,
    signResponses,
    encryptAssertions: decryptsWith !== undefined,
    encryptionCertificate: decryptsWith?.certificate ?? null,
    encryptionAlgorithm,
  };
  return readInTurn(orgId, async () => {
    const sender = { id: newMessageId(), issuer, issueInstant: now, destination: acsUrl };
    const xml = buildAnswer({ provider: protections, key, sender, assertion });
    if (xml.length > longest) return notRead('The response is longer than 64 KB.');
    const parties = { issuer, certificate: key.certificate, entityId, acsUrl, signAssertions, signResponses };
    const reason = await readBySamlify(xml, { ...parties, ...(decryptsWith && { decryptsWith }) }, assertion);
    return reason === undefined ? { verdict: 'ACCEPTED', reason: null } : { verdict: 'REFUSED', reason };
  });
}

/** Opens the key that would sign. @returns undefined if there is none yet, null if it cannot be opened */
async function keyOf(
  tx: Tx,
  vault: Vault,
  provider: ServiceProvider,
): Promise<SigningKey | null | undefined> {
  try {
    return await presentSigningKeyFor(tx, vault, provider);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
