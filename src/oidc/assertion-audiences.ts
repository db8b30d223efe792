import { invalid } from '../failure.ts';
import { requireForeign } from '../federation/connections/connection-rules.ts';
import type { Tx } from '../platform/tx.ts';
import { type AssertionAudience, OidcClient, type OidcClientSettings } from './entities/oidc-client.ts';
import { tokenExchange } from '../lib/oauth-grant-types.ts';
import { refusalOfResource } from './redirect-uri.ts';

type Judged = Pick<OidcClientSettings, 'assertionAudiences' | 'grantTypes' | 'subjectType'>;

/**
 * Everything that the other authorization servers of a client must be that does not depend on other rows.
 * @param baseUrl the public origin of this service, whose own assertions it never accepts
 * @throws {Failure} VALIDATION_ERROR
 */
export function requireSoundAudiences(
  { assertionAudiences, grantTypes, subjectType }: Judged,
  baseUrl: string,
): void {
  if (assertionAudiences.length === 0) return;
  if (!grantTypes.includes(tokenExchange))
    throw invalid('assertionAudiences', `requires the grant ${tokenExchange}`);
  // A pairwise subject in an ID token does not lead back to the user.
  if (subjectType !== 'public') throw invalid('assertionAudiences', 'requires subjectType: public');
  const seen = new Set<string>();
  for (const [at, { issuer, resources }] of assertionAudiences.entries()) {
    const field = `assertionAudiences.${at}`;
    if (!isIssuer(issuer))
      throw invalid(
        `${field}.issuer`,
        'must be an https:// URL without a query such as https://auth.example.com',
      );
    requireForeign(`${field}.issuer`, issuer, baseUrl);
    if (seen.has(issuer)) throw invalid(`${field}.issuer`, 'must be unique among the audiences');
    seen.add(issuer);
    for (const [of, resource] of resources.entries()) {
      const refused = refusalOfResource(resource);
      if (refused !== undefined) throw invalid(`${field}.resources.${of}`, refused);
    }
  }
}

/** An issuer is compared character by character (RFC 8414 section 2), and never called. */
const isIssuer = (text: string): boolean => /^https:\/\/[^\s\p{Cc}\\?#]+$/u.test(text) && URL.canParse(text);

/** Requires that the clients exist that decide the subjects of assertions. @throws {Failure} VALIDATION_ERROR */
export async function requireSignInClients(tx: Tx, audiences: readonly AssertionAudience[]): Promise<void> {
  const ids = audiences.map(({ signInClientId }) => signInClientId);
  if (ids.length === 0) return;
  const known = new Set((await tx.find(OidcClient, { id: { $in: ids } })).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown !== -1)
    throw invalid(`assertionAudiences.${unknown}.signInClientId`, 'must be the ID of an existing client');
}
