import { randomBytes } from 'node:crypto';
import { enqueueMany } from '../platform/queue.ts';
import type { Tx } from '../platform/tx.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import type { EndedLogin } from '../users/sessions/sql/logins.ts';
import { addLogoutParts, joinLogout, takeSamlSessions } from './sql/saml-logout-parts.ts';
import { keepOwnLogout } from './sql/saml-logouts.ts';

/** Ten tries take three and a half hours. */
const tries = 10;

/**
 * Ends the sessions of service providers with their logins, for any reason. A service provider with a SOAP endpoint is told by
 * a job. Others can be told only by the browser, if a logout goes on there (`joinLogout`).
 */
export async function tellServiceProviders(
  tx: Tx,
  orgId: string,
  logins: readonly EndedLogin[],
): Promise<void> {
  if (logins.length === 0) return;
  const browserOf = new Map(logins.map(({ id, browserId }) => [id, browserId]));
  const ended = await takeSamlSessions(tx, orgId, [...browserOf.keys()]);
  if (ended.length === 0) return;
  const parts = ended.map(({ sloSoapUrl, ...session }) => ({
    ...session,
    id: newMessageId(),
    browserId: browserOf.get(session.loginId) ?? '',
    channel: sloSoapUrl === null ? ('FRONT' as const) : ('SOAP' as const),
    sloSoapUrl,
  }));
  await addLogoutParts(tx, orgId, parts);
  const jobs = parts.flatMap(({ id, sloSoapUrl }) =>
    sloSoapUrl === null
      ? []
      : [{ payload: { orgId, partId: id }, address: new URL(sloSoapUrl).host.slice(0, 300) }],
  );
  await enqueueMany(tx, 'tell-service-provider', { orgId, jobs, tries });
}

const longestNextUrl = 4096;

/** A name that cannot be guessed. */
export const newLogoutId = (): string => randomBytes(32).toString('base64url');

/** The page of a logout. */
export const logoutPath = (orgId: string, id: string): string => `/api/saml/${orgId}/slo/${id}`;

/** Sends a browser that has signed out to the page that tells service providers, if there are any. */
export async function detourOf(
  tx: Tx,
  orgId: string,
  loginId: string,
  nextUrl: string | null,
): Promise<string | undefined> {
  // Longer addresses are not kept (decision 0039). The service providers with SOAP endpoints are told all the same.
  if (nextUrl !== null && nextUrl.length > longestNextUrl) return undefined;
  const logoutId = newLogoutId();
  if ((await joinLogout(tx, orgId, { logoutId, loginIds: [loginId], exceptId: null })) === 0)
    return undefined;
  await keepOwnLogout(tx, orgId, logoutId, nextUrl);
  return logoutPath(orgId, logoutId);
}
