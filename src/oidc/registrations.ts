import { timingSafeEqual } from 'node:crypto';
import { anonymousActor, recordAudit, type RequestOrigin } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { isId, newId } from '../lib/id.ts';
import {
  hashSecret,
  isWellFormedRegisteringToken,
  newClientSecret,
  newSecret,
  registrationAccessTokenPrefix,
} from '../lib/secret.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit } from '../platform/events.ts';
import { lockOne, type Locked, ownRow } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import { type ClientMetadata, settingsFrom } from './client-metadata.ts';
import { OidcClient, usesSecret } from './entities/oidc-client.ts';
import { useInitialAccessToken } from './initial-access-tokens.ts';
import type { Way } from './oidc-client-rules.ts';
import { countOfStranger, makeRoom } from './registration-quota.ts';
import { rulesOf } from './registration-rules.ts';
import { findRegistrationSetting } from './registration-setting.ts';
import {
  insertRegistration,
  findRegistration,
  type Registration,
  renewRegistrationToken,
} from './sql/registrations.ts';
import { endAgents } from './sql/agents.ts';
import { changeStranger } from './stranger-changes.ts';

/** A request about a registration. */
export interface Registering {
  /** The bearer token; undefined without one. */
  token: string | undefined;
  origin: RequestOrigin;
}

/** A registered client, and the secrets that this response shows. */
export interface RegisteredClient {
  client: OidcClient;
  registrationToken: string;
  /** null if none was made. */
  secret: string | null;
}

/**
 * Registers a client (RFC 7591 section 3).
 * @throws {Failure} CLIENT_REGISTRATION_OFF, REGISTRATION_TOKEN_INVALID, INVALID_REDIRECT_URI, INVALID_CLIENT_METADATA,
 * SOFTWARE_STATEMENT_REFUSED, RATE_LIMITED
 */
export async function registerClient(
  tx: Tx,
  metadata: ClientMetadata,
  { token: presented, origin }: Registering,
  way: Way,
): Promise<RegisteredClient> {
  const { orgId, now } = tenancyOf(tx);
  const { setting } = await findRegistrationSetting(tx);
  if (setting.mode === 'OFF') throw new Failure('CLIENT_REGISTRATION_OFF');
  if (presented === undefined && setting.mode !== 'OPEN') throw new Failure('REGISTRATION_TOKEN_INVALID');
  const initial = presented === undefined ? undefined : await useInitialAccessToken(tx, presented);
  const template = initial?.template() ?? null;
  const settings = settingsFrom(metadata, rulesOf(setting, template), way);
  if (!initial) await countOfStranger(tx, origin.ipAddress);
  await makeRoom(tx);
  const id = newId('cli');
  const client = ownRow(
    tx.create(OidcClient, { ...settings, id, origin: 'REGISTRATION', createdBy: initial?.id ?? null }),
  );
  const secret = usesSecret(client) ? newClientSecret() : null;
  if (secret !== null) client.rotate(hashSecret(secret), now, null);
  await tx.flush();
  const registrationToken = newSecret(registrationAccessTokenPrefix);
  const tokenHash = hashSecret(registrationToken);
  const initialAccessTokenId = initial?.id ?? null;
  await insertRegistration(tx, orgId, { clientId: id, template, tokenHash, initialAccessTokenId });
  const { applicationType, grantTypes, scopes } = client;
  const data = {
    ...subject(client),
    applicationType,
    grantTypes,
    scopes,
    createdBy: anonymousActor,
    origin: 'REGISTRATION' as const,
  };
  await emit(tx, [{ type: 'oidc_client.created', data }]);
  const reason = initial ? `initial access token ${initial.name} (${initial.id})` : null;
  await record(tx, { action: 'oidc_client.register', actor: anonymousActor, reason }, client, origin);
  return { client, registrationToken, secret };
}

/**
 * Finds the registration that a registration access token opens. The token of another client opens nothing.
 * @throws {Failure} REGISTRATION_TOKEN_INVALID
 */
async function requireRegistration(
  tx: Tx,
  clientId: string,
  token: string | undefined,
): Promise<{ registration: Registration; token: string }> {
  const isToken = token?.startsWith(registrationAccessTokenPrefix) && isWellFormedRegisteringToken(token);
  if (token === undefined || !isToken || !isId('cli', clientId))
    throw new Failure('REGISTRATION_TOKEN_INVALID');
  const key = { clientId, tokenHash: hashSecret(token) };
  const registration = await findRegistration(tx, tenancyOf(tx).orgId, key);
  if (!registration) throw new Failure('REGISTRATION_TOKEN_INVALID');
  return { registration, token };
}

/**
 * Locks the client of a registration access token. Its registration changes only under this lock.
 * @throws {Failure} REGISTRATION_TOKEN_INVALID, also if the client is disabled
 */
async function lockRegistered(
  tx: Tx,
  id: string,
  token: string | undefined,
): Promise<{ client: Locked<OidcClient>; registration: Registration; token: string }> {
  const where = { id, origin: 'REGISTRATION', status: 'ACTIVE' } as const;
  const client = isId('cli', id)
    ? await lockOne(tx, OidcClient, where, { filters: { administered: false } })
    : undefined;
  if (!client) throw new Failure('REGISTRATION_TOKEN_INVALID');
  return { client, ...(await requireRegistration(tx, id, token)) };
}

/** Reads a registration (RFC 7592 section 2.1). @throws {Failure} REGISTRATION_TOKEN_INVALID */
export async function readRegistration(
  tx: Tx,
  id: string,
  { token: presented }: Pick<Registering, 'token'>,
): Promise<RegisteredClient> {
  const { client, token } = await lockRegistered(tx, id, presented);
  return { client, registrationToken: token, secret: null };
}

/**
 * Replaces a registration (RFC 7592 section 2.2), within the rules that it began with. The client gets another registration access
 * token. If redirect URIs, keys or the method change, consents and tokens end.
 * @throws {Failure} REGISTRATION_TOKEN_INVALID, CLIENT_REGISTRATION_OFF, INVALID_REDIRECT_URI, INVALID_CLIENT_METADATA,
 * SOFTWARE_STATEMENT_REFUSED, RATE_LIMITED
 */
export async function replaceRegistration(
  tx: Tx,
  id: string,
  metadata: ClientMetadata,
  { token, origin }: Registering,
  way: Way,
): Promise<RegisteredClient> {
  const { orgId, now } = tenancyOf(tx);
  // A wrong token costs no write. The count comes before the lock of the client, as at a registration.
  await requireRegistration(tx, id, token);
  await countOfStranger(tx, origin.ipAddress);
  const { client, registration } = await lockRegistered(tx, id, token);
  const { setting } = await findRegistrationSetting(tx);
  if (setting.mode === 'OFF') throw new Failure('CLIENT_REGISTRATION_OFF');
  requireSame(client, metadata);
  const settings = settingsFrom(metadata, rulesOf(setting, registration.template), way);
  const change = { action: 'oidc_client.change_registration', actor: anonymousActor, origin };
  await changeStranger(tx, client, settings, change);
  const secret = usesSecret(client) && client.secretHash === null ? newClientSecret() : null;
  if (secret !== null) client.rotate(hashSecret(secret), now, null);
  if (!usesSecret(client)) client.forgetSecret();
  await tx.flush();
  const registrationToken = newSecret(registrationAccessTokenPrefix);
  await renewRegistrationToken(tx, orgId, { clientId: id, tokenHash: hashSecret(registrationToken) });
  return { client, registrationToken, secret };
}

/** RFC 7592 section 2.2: the client names itself, and may name no other secret than its own. */
function requireSame(
  { id, secretHash }: OidcClient,
  { client_id: clientId, client_secret: secret }: ClientMetadata,
): void {
  const refuse = (field: string, allowed: string): Failure =>
    new Failure('INVALID_CLIENT_METADATA', { [field]: allowed });
  if (clientId !== id) throw refuse('client_id', 'must be the ID of the client');
  if (typeof secret !== 'string') return;
  const hash = hashSecret(secret);
  if (secretHash?.length !== hash.length || !timingSafeEqual(secretHash, hash))
    throw refuse('client_secret', 'must be the secret of the client, or be left out');
}

/** Removes a registered client with all that it has (RFC 7592 section 2.3). @throws {Failure} REGISTRATION_TOKEN_INVALID */
export async function removeRegistration(tx: Tx, id: string, { token, origin }: Registering): Promise<void> {
  const { client } = await lockRegistered(tx, id, token);
  const about = subject(client);
  const ended = await endAgents(tx, client.orgId, [id]);
  tx.remove(client);
  await tx.flush();
  await emit(tx, [{ type: 'oidc_client.deleted', data: { ...about, deletedBy: anonymousActor } }]);
  const reason = `${ended} consents ended`;
  await record(
    tx,
    { action: 'oidc_client.remove_registration', actor: anonymousActor, reason },
    client,
    origin,
  );
}

const subject = ({ id, name }: OidcClient) => ({ clientId: id, clientName: name });

type Recorded = Pick<Parameters<typeof recordAudit>[1][number], 'action' | 'actor' | 'reason'>;

/** Writes the audit row of a change of a registration. */
const record = (tx: Tx, entry: Recorded, { id, name }: OidcClient, origin: RequestOrigin): Promise<void> =>
  recordAudit(tx, [{ ...entry, targetId: id, targetName: name, result: 'SUCCESS', ...origin }]);
