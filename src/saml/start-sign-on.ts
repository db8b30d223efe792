import type { Demand } from '../conditional-access/resources/user-attempts.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { statusCodes } from '../saml-messages/names.ts';
import { type AccessSite, decideOnLogin } from '../sign-in/access.ts';
import type { Login } from '../users/sessions/login-sessions.ts';
import { defaultAcsUrl } from './acs-url.ts';
import { assertionAbout, refused } from './asserting.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { addressed, type SignOnAnswer } from './sign-on-answers.ts';
import { outcomeOf, recordSignOn } from './sign-on-trail.ts';
import { findSamlSubject } from './sql/saml-subjects.ts';

/** The outcome of a sign-on that starts at Keyward. */
export type StartedSignOn =
  | ({ kind: 'answer' } & SignOnAnswer)
  /** No active service provider with this id may start at Keyward. */
  | { kind: 'not-started' }
  /** @param outcome the last part of a status code. The service provider did not ask, so the user is told and it is not */
  | { kind: 'refused'; outcome: string }
  /** Conditional access requires more of the user. */
  | { kind: 'asked'; demand: Demand }
  /** The login ended a moment ago. */
  | { kind: 'over' };

/** A service provider that did not ask takes every login, and has no wishes. */
const nothingAsked = { nameIdFormat: null, classes: [], subject: null };

/**
 * Starts a sign-on for a user who is signed in (SAML profiles section 4.1.5). The response goes to the default endpoint, with
 * the RelayState of the registration: nothing of it comes from the request. The session of the service provider and the
 * audit row commit together; the caller signs the response afterwards.
 * @param site.issuer our entity id
 */
export async function startSignOn(
  tx: Tx,
  id: string,
  login: Login,
  site: AccessSite & { issuer: string; vault: Vault },
): Promise<StartedSignOn> {
  const { orgId } = tenancyOf(tx);
  const provider = await tx.findOne(ServiceProvider, { id, status: 'ACTIVE', idpInitiated: true });
  if (!provider) return { kind: 'not-started' };
  const user = await findSamlSubject(tx, orgId, login.userId);
  const verdict = await decideOnLogin(tx, site, login, provider.id);
  if (verdict.kind === 'asked') return { kind: 'asked', demand: verdict };
  if (user && verdict.kind === 'blocked') {
    const status = refused(statusCodes.requestDenied);
    await recordSignOn(tx, { user, provider, status }, site.origin);
    return { kind: 'refused', outcome: outcomeOf(status) };
  }
  const asserting = { provider, issuer: site.issuer, asked: nothingAsked };
  const asserted = user && (await assertionAbout(tx, asserting, { login, user }));
  if (!asserted) return { kind: 'over' };
  const status = 'status' in asserted ? asserted.status : undefined;
  await recordSignOn(tx, { user, provider, status }, site.origin);
  if (status) return { kind: 'refused', outcome: outcomeOf(status) };
  const unsigned = {
    provider,
    acsUrl: defaultAcsUrl(provider),
    relayState: provider.defaultRelayState,
    ...asserted,
  };
  return { kind: 'answer', ...(await addressed(tx, unsigned, { userId: user.id, isVerified: true }, site)) };
}
