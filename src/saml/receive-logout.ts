import { type Origin, recordAudit } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { checkLogoutRequest, checkLogoutResponse, type Expected } from '../saml-messages/checks.ts';
import { nameIdFormats, statusCodes } from '../saml-messages/names.ts';
import { readLogoutRequest, readLogoutResponse } from '../saml-messages/read/logout.ts';
import type { Received } from '../saml-messages/receive/received.ts';
import { rules } from '../saml-messages/rules.ts';
import type { Endings } from '../users/endings.ts';
import { endLogin, userActor } from '../users/sessions/login-sessions.ts';
import { acceptArrived, type Arrived, trustIn } from './arrived.ts';
import type { AskedLogout, NamedSessions } from './asked-logout.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { newLogoutId } from './logout-endings.ts';
import { claimedProvider, mostKept, replayed, requireActive, timeLimits } from './receive-sign-on.ts';
import { reading } from '../saml-messages/refusals.ts';
import { joinLogout, noteFrameAnswer } from './sql/saml-logout-parts.ts';
import { sealAsked } from './sealed-asked.ts';
import { keepAskedLogout } from './sql/saml-logouts.ts';
import { loginsNamed, type NamedLogin } from './sql/saml-sessions.ts';
import { type Read, type Seen, tracing } from './trace-received.ts';

/** The parts of the call that a logout needs. */
export interface LogoutSite {
  /** The address that received the message. */
  sloUrl: string;
  /** Our entity id. */
  issuer: string;
  vault: Vault;
  endings: Endings;
  origin: Origin;
}

/**
 * Reads a message at the logout endpoint. A signed LogoutRequest ends the logins of its sessions, in the transaction of `tx`. A
 * LogoutResponse is noted.
 * @returns the name of the logout that has begun, undefined after a LogoutResponse; or why the message was refused
 * @throws {Failure} SP_NOT_FOUND, SAML_REQUEST_INVALID: the message names no service provider, so it has no trace
 */
export async function receiveLogout(
  tx: Tx,
  arrived: Arrived,
  site: LogoutSite,
): Promise<Read<string | undefined>> {
  const { received } = arrived;
  const provider = await claimedProvider(tx, received);
  const { requestId } = site.origin;
  return tracing(tx, { ...arrived, provider, requestId }, async (seen) => {
    requireActive(provider);
    if (received.message.localName !== 'LogoutResponse') return begin(tx, { received, seen }, provider, site);
    await noteResponse(tx, { received, seen }, provider, site);
    return undefined;
  });
}

/** A message that is read, and what its trace will say. */
interface Reading {
  received: Received;
  seen: Seen;
}

/** A request that is not signed may come from anybody: its user decides. Where there is a key, it must sign. */
async function begin(
  tx: Tx,
  { received, seen }: Reading,
  provider: ServiceProvider,
  site: LogoutSite,
): Promise<string> {
  const { orgId } = tenancyOf(tx);
  const isSigned = provider.signingCertificates.length > 0;
  const accepted = await acceptArrived(tx, received, 'LogoutRequest', trustIn(provider, isSigned));
  seen.proof = accepted.proof;
  const request = reading(() => {
    const read = readLogoutRequest(accepted);
    checkLogoutRequest(read, expectedOf(tx, provider, site));
    return read;
  });
  const named: NamedSessions = { nameId: request.nameId, sessionIndexes: request.sessionIndexes };
  const asked: AskedLogout = {
    messageId: request.id,
    relayState: received.relayState ?? null,
    unconfirmed: isSigned ? null : named,
  };
  seen.bytes = Buffer.byteLength(JSON.stringify(asked));
  if (seen.bytes > mostKept) refuse('too-large');
  const id = newLogoutId();
  const state = isSigned ? 'BEGUN' : 'ASKED';
  const kept = {
    id,
    serviceProviderId: provider.id,
    messageId: request.id,
    asked: sealAsked(site.vault, { orgId, id, asked }),
    state,
  } as const;
  if (!(await keepAskedLogout(tx, orgId, kept))) throw replayed();
  if (!isSigned) return id;
  const logins = await namedLogins(tx, provider, named, site);
  // A user whose login another transaction has ended may be erased by now.
  seen.userId = onlyUser(await endNamed(tx, { id, provider, logins }, site));
  return id;
}

/** The user of all logins. A name that several users have had is not kept, because no erasure would find it. */
function onlyUser(logins: readonly NamedLogin[]): string | undefined {
  const [first, ...others] = new Set(logins.map(({ userId }) => userId));
  return others.length === 0 ? first : undefined;
}

/** Finds the logins of the sessions that a service provider names. The names of users at other entities fit none. */
export async function namedLogins(
  tx: Tx,
  { id, entityId }: ServiceProvider,
  { nameId, sessionIndexes }: NamedSessions,
  { issuer }: Pick<LogoutSite, 'issuer'>,
): Promise<NamedLogin[]> {
  const { value, format, nameQualifier = issuer, spNameQualifier = entityId } = nameId;
  if (nameQualifier !== issuer || spNameQualifier !== entityId) return [];
  return loginsNamed(tx, tenancyOf(tx).orgId, {
    serviceProviderId: id,
    nameId: value,
    format: format === nameIdFormats.unspecified ? null : format,
    sessionIndexes,
  });
}

/**
 * Ends logins as a service provider asked, and makes their other sessions parts of its logout.
 * @returns the logins that have not ended before
 */
export async function endNamed(
  tx: Tx,
  { id, provider, logins }: { id: string; provider: ServiceProvider; logins: readonly NamedLogin[] },
  { endings, origin }: Pick<LogoutSite, 'endings' | 'origin'>,
): Promise<NamedLogin[]> {
  const ended: NamedLogin[] = [];
  for (const login of logins)
    if (await endLogin(tx, login.loginId, endings, { reason: 'SIGNED_OUT', origin })) ended.push(login);
  if (ended.length === 0) return [];
  const loginIds = ended.map(({ loginId }) => loginId);
  await joinLogout(tx, tenancyOf(tx).orgId, { logoutId: id, loginIds, exceptId: provider.id });
  await recordAudit(
    tx,
    ended.map(({ userId, userName }) => ({
      action: 'service_provider.sign_off',
      actor: userActor(userId, userName),
      targetType: 'user',
      targetId: userId,
      targetName: userName,
      result: 'SUCCESS',
      reason: `${provider.name} (${provider.id})`,
      ...origin,
    })),
  );
  return ended;
}

/** Rejects a response that is not signed, because any page could send it. */
async function noteResponse(
  tx: Tx,
  { received, seen }: Reading,
  provider: ServiceProvider,
  site: LogoutSite,
): Promise<void> {
  const accepted = await acceptArrived(tx, received, 'LogoutResponse', trustIn(provider, true));
  seen.proof = accepted.proof;
  const response = reading(() => {
    const read = readLogoutResponse(accepted);
    seen.status = read.status;
    // The statement below finds the request that the response names.
    checkLogoutResponse(read, { ...expectedOf(tx, provider, site), inResponseTo: read.inResponseTo });
    return read;
  });
  const isDone = response.status.code === statusCodes.success;
  const answer = { id: response.inResponseTo, serviceProviderId: provider.id, isDone };
  if (!(await noteFrameAnswer(tx, tenancyOf(tx).orgId, answer))) refuse('in-response-to');
}

const expectedOf = (tx: Tx, { entityId }: ServiceProvider, { sloUrl }: LogoutSite): Expected => ({
  now: tenancyOf(tx).now,
  issuer: entityId,
  receivedAt: [sloUrl],
  ...timeLimits,
});

function refuse(rule: 'too-large' | 'in-response-to'): never {
  throw new Failure('SAML_REQUEST_INVALID', { rule, reason: rules[rule][1] });
}
