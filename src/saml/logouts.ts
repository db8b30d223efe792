import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { statusCodes } from '../saml-messages/names.ts';
import type { Status } from '../saml-messages/read/header.ts';
import { type Browser, findBrowser } from '../users/sessions/browsers.ts';
import { csrfOf, isCsrfOf } from '../users/sessions/browser-token.ts';
import { findLogin } from '../users/sessions/login-sessions.ts';
import type { AskedLogout } from './asked-logout.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { logoutRequestFor, logoutResponseFor, type Unsigned } from './logout-messages.ts';
import { endNamed, type LogoutSite, namedLogins } from './receive-logout.ts';
import { openLogout } from './sealed-asked.ts';
import { type LogoutPart, logoutParts, partsToTell } from './sql/saml-logout-parts.ts';
import {
  lockSamlLogout,
  noteLogoutDecision,
  noteLogoutShown,
  type SamlLogoutRow,
} from './sql/saml-logouts.ts';
import type { NamedLogin } from './sql/saml-sessions.ts';
import { traceSentLogout } from './trace-logout.ts';

/** How long a user waits for the other service providers. */
export const waitMs = 5_000;

/** A LogoutRequest that a frame takes to a service provider. */
export interface FrameRequest {
  partId: string;
  providerName: string;
  request: Unsigned;
}

/** The stage of a logout that its page shows now. */
export type LogoutStage =
  | { kind: 'question'; provider: ServiceProvider; csrf: string }
  | { kind: 'waiting'; names: string[]; frames: FrameRequest[] }
  | {
      kind: 'end';
      /** Names of applications of this browser's login. */
      told: string[];
      missed: string[];
      /** Whether the user stays signed in, by the user's own decision. */
      isRefused: boolean;
      /** The service provider that asked, and its response. */
      asker?: { name: string; response: Unsigned | undefined };
      nextUrl: string | null;
    };

interface Site extends Pick<LogoutSite, 'issuer'> {
  /** The cookie of the browser, unchecked. */
  token: string | undefined;
  vault: Vault;
}

/** A logout that was opened. */
type Logout = Omit<SamlLogoutRow, 'asked'> & { asked: AskedLogout | null };

interface Found {
  logout: Logout;
  asker: ServiceProvider | undefined;
}

/** Finds out how far a logout is. @throws {Failure} INTERACTION_NOT_FOUND, SP_NOT_FOUND */
export async function stageOf(tx: Tx, id: string, site: Site): Promise<LogoutStage> {
  const { orgId, now } = tenancyOf(tx);
  const { logout, asker } = await found(tx, id, site);
  const browser = await findBrowser(tx, site.token);
  if (browser && asker && (await isAsked(tx, { logout, asker }, browser, site)))
    return { kind: 'question', provider: asker, csrf: csrfOf(browser.token, formName(id)) };
  const parts = await logoutParts(tx, orgId, id);
  const own = parts.filter(({ browserId }) => browser !== undefined && browserId === browser.id);
  const waiting = parts.filter(
    (part) => part.state === 'WAITING' && (part.channel === 'SOAP' || own.includes(part)),
  );
  const isInTime = logout.shownAt === null || now.getTime() - logout.shownAt.getTime() < waitMs;
  if (waiting.length > 0 && isInTime) {
    const frames = logout.shownAt === null ? await framesOf(tx, waiting, site) : [];
    if (logout.shownAt === null) await noteLogoutShown(tx, orgId, id);
    return { kind: 'waiting', names: own.map(({ providerName }) => providerName), frames };
  }
  const names = (wanted: boolean): string[] =>
    own.filter(({ state }) => (state === 'DONE') === wanted).map(({ providerName }) => providerName);
  return {
    kind: 'end',
    told: names(true),
    missed: names(false),
    isRefused: logout.state === 'REFUSED',
    ...(asker && {
      asker: { name: asker.name, response: await responseOf(tx, { logout, asker }, parts, site) },
    }),
    nextUrl: logout.nextUrl,
  };
}

/** Does what the user decided. @throws {Failure} INTERACTION_NOT_FOUND, SP_NOT_FOUND */
export async function decideLogout(
  tx: Tx,
  id: string,
  { csrf, isWanted }: { csrf: string; isWanted: boolean },
  site: Site & Pick<LogoutSite, 'endings' | 'origin'>,
): Promise<void> {
  const { logout, asker } = await found(tx, id, site);
  const browser = await findBrowser(tx, site.token);
  // A form of another browser, or one that was sent twice, changes nothing. The page says how far the logout is.
  if (!browser || !asker || !isCsrfOf(browser.token, formName(id), csrf)) return;
  const login = await isAsked(tx, { logout, asker }, browser, site);
  if (!login) return;
  await noteLogoutDecision(tx, tenancyOf(tx).orgId, id, isWanted ? 'BEGUN' : 'REFUSED');
  if (isWanted) await endNamed(tx, { id, provider: asker, logins: [login] }, site);
}

const formName = (id: string): string => `saml logout ${id}`;

async function found(tx: Tx, id: string, { vault }: Pick<Site, 'vault'>): Promise<Found> {
  const { orgId } = tenancyOf(tx);
  const row = await lockSamlLogout(tx, orgId, id);
  if (!row) throw new Failure('INTERACTION_NOT_FOUND');
  const asked = row.asked && openLogout(vault, { orgId, id, asked: row.asked });
  if (asked === undefined) throw new Failure('INTERACTION_NOT_FOUND');
  const logout: Logout = { ...row, asked };
  if (logout.serviceProviderId === null) return { logout, asker: undefined };
  const asker = await tx.findOne(ServiceProvider, { id: logout.serviceProviderId, status: 'ACTIVE' });
  if (!asker) throw new Failure('SP_NOT_FOUND');
  return { logout, asker };
}

/**
 * The login of this browser that an unsigned request names, if the user has not decided yet. A request that names another
 * login is not shown to the user, and ends nothing.
 */
async function isAsked(
  tx: Tx,
  { logout, asker }: { logout: Logout; asker: ServiceProvider },
  browser: Browser,
  site: Pick<LogoutSite, 'issuer'>,
): Promise<NamedLogin | undefined> {
  if (logout.state !== 'ASKED' || !logout.asked?.unconfirmed) return undefined;
  const login = await findLogin(tx, browser.token);
  if (!login) return undefined;
  const named = await namedLogins(tx, asker, logout.asked.unconfirmed, site);
  return named.find(({ loginId }) => loginId === login.id);
}

/** Names of users at other service providers go to the browser of the user alone. */
async function framesOf(tx: Tx, waiting: readonly LogoutPart[], site: Site): Promise<FrameRequest[]> {
  const front = waiting.filter(({ channel }) => channel === 'FRONT');
  if (front.length === 0) return [];
  const told = await partsToTell(
    tx,
    tenancyOf(tx).orgId,
    front.map(({ id }) => id),
  );
  const providers = await tx.find(ServiceProvider, {
    id: { $in: told.map(({ serviceProviderId }) => serviceProviderId) },
    status: 'ACTIVE',
  });
  const frames: FrameRequest[] = [];
  for (const part of told) {
    const provider = providers.find(({ id }) => id === part.serviceProviderId);
    if (!provider || provider.sloUrl === null) continue;
    const to = { ...site, destination: provider.sloUrl, id: part.id };
    const request = await logoutRequestFor(tx, provider, part, to);
    await traceSentLogout(tx, provider, request, { verified: true, userId: part.userId });
    frames.push({ partId: part.id, providerName: provider.name, request });
  }
  return frames;
}

async function responseOf(
  tx: Tx,
  { logout, asker }: { logout: Logout; asker: ServiceProvider },
  parts: readonly LogoutPart[],
  site: Site,
): Promise<Unsigned | undefined> {
  if (!logout.asked) return undefined;
  const { messageId: inResponseTo, relayState } = logout.asked;
  const status = statusOf(logout, parts);
  const response = await logoutResponseFor(tx, asker, { inResponseTo, relayState, status }, site);
  // A user may reload the page. A request that is not signed, and that no user has decided about, may come from anybody.
  const verified = logout.asked.unconfirmed === null || logout.state !== 'ASKED';
  const about = { verified, status, userId: null, once: `response ${logout.id}` };
  if (response) await traceSentLogout(tx, asker, response, about);
  return response;
}

/** Success says as well that there was no session: a service provider learns nothing about names that it guesses. */
function statusOf({ state }: Pick<Logout, 'state'>, parts: readonly LogoutPart[]): Status {
  if (state === 'REFUSED') return { code: statusCodes.responder, subcode: statusCodes.requestDenied };
  if (parts.every((part) => part.state === 'DONE')) return { code: statusCodes.success };
  return { code: statusCodes.success, subcode: statusCodes.partialLogout };
}
