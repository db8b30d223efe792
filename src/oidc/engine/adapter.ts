import { hash } from 'node:crypto';
import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider';
import { batched } from '../../platform/batch.ts';
import {
  type Artifact,
  type ArtifactKey,
  type ArtifactRow,
  consumeOidcArtifact,
  deleteOidcArtifact,
  findOidcArtifact,
  keyOf,
  rememberOidcProof,
  saveOidcArtifact,
  saveOidcArtifacts,
} from '../sql/oidc-artifacts.ts';
import { type MachineToken, saveMachineTokens } from '../sql/machine-tokens.ts';
import { findDeviceCode, pollDeviceCode } from '../sql/device-codes.ts';
import { findOidcSession } from '../sql/oidc-sessions.ts';
import { revokeOidcGrant } from '../sql/oidc-grants.ts';
import { settingsOf } from './clients.ts';
import { deviceAnswer, familyEnd } from './endings.ts';
import { SlowedDown, TooManyTries, usedBefore } from './errors.ts';
import type { KeptGrant } from './granted.ts';
import { consentWithdrawn, type HeldWrites } from './held-writes.ts';
import { fits, mostPacked, pack, unpack } from './packed.ts';
import type { EngineParts, Sealer } from './parts.ts';
import { currentAhead, currentVisit } from './visits.ts';

/**
 * The models whose content would let its reader act for a user, because the engine stores ids of other artifacts in
 * them.
 */
const sealedModels: ReadonlySet<string> = new Set([
  'Session',
  'DeviceCode',
  'Interaction',
  'KeptForm',
  'PushedAuthorizationRequest',
]);

/** Models that any caller with the id of a client can fill: the rows hold the parameters of a request. */
const requestModels: ReadonlySet<string> = new Set([
  'KeptForm',
  'Interaction',
  'DeviceCode',
  'PushedAuthorizationRequest',
]);

/**
 * The models with fresh names. A token that cannot be stored therefore does not fail the other tokens of its statement.
 */
const accessTokens: ReadonlySet<string> = new Set(['AccessToken', 'ClientCredentials']);

/** Keeps access tokens that are made at the same time by one statement, and one commit. Resolves when they are durable. */
export const tokenKeeper = (pool: EngineParts['pool']): EngineParts['saveToken'] =>
  batched((tokens: Artifact[]) => saveOidcArtifacts(pool, tokens));

/** The same for tokens that clients have for themselves, one statement at a time: there are many of them. */
export const machineTokenKeeper = (pool: EngineParts['pool']): EngineParts['saveMachineToken'] =>
  batched(
    async (tokens: MachineToken[]) => {
      await saveMachineTokens(pool, tokens);
      return [];
    },
    { inFlight: 1 },
  );

/** The models that a client receives. Codes of a withdrawn grant are found out when they are presented. */
const issuedModels: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken']);

/** Models whose tokens a client presents to end them, or presents a second time. */
const presentedModels: ReadonlySet<string> = new Set(['AccessToken', 'ClientCredentials', 'RefreshToken']);

/**
 * The models whose rows stay after their end. A session waits for its clients to be told. An interaction waits for a form that the user
 * sends again (`ended-interactions.ts`).
 */
const endedModels: ReadonlySet<string> = new Set(['Session', 'Interaction']);

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

const purposeOf = ({ model, idHash }: Pick<ArtifactKey, 'model' | 'idHash'>): string =>
  `oidc-${model}:${idHash.toString('base64url')}`;

/** @returns null for what no key opens any more: it is as if it had expired (decision 0029) */
export function opened(sealer: Sealer, row: ArtifactKey & { sealed: Buffer }): string | null {
  try {
    return unpack(sealer.open(row.sealed, row.orgId, purposeOf(row)));
  } catch (error) {
    if (error instanceof Error && error.name === 'VaultError') return null;
    throw error;
  }
}

/**
 * Where the engine keeps what it makes. The engine finds and then changes, so what may happen once is decided here: by one
 * statement each, whose row Postgres locks.
 */
export function createAdapter(
  orgId: string,
  model: string,
  { pool, sealer, saveToken, trail }: Pick<EngineParts, 'pool' | 'sealer' | 'saveToken' | 'trail'>,
): Adapter {
  const key = (id: string): ArtifactKey => keyOf(orgId, model, id);

  /** @param id undefined where the row was found another way; then its content has it */
  const read = (row: ArtifactRow | undefined, id?: string): AdapterPayload | undefined => {
    if (!row || (endedModels.has(model) && row.consumedAt !== null)) return undefined;
    const text = row.sealed ? opened(sealer, { orgId, model, ...row, sealed: row.sealed }) : row.payload;
    if (text === null) return undefined;
    const payload = JSON.parse(text) as AdapterPayload;
    if (id !== undefined) payload.jti = id;
    const window = model === 'RefreshToken' ? reuseWindowOf(payload.clientId) : 0;
    if (row.consumedAt !== null && (window === 0 || (row.consumedSecondsAgo ?? 0) >= window))
      payload['consumed'] = row.consumedAt;
    return payload;
  };

  const findHere = async (place: ArtifactKey): Promise<ArtifactRow | undefined> => {
    const isPolled = model === 'DeviceCode' && Provider.ctx?.oidc.route === 'token';
    if (isPolled && (await pollDeviceCode(pool, place))) throw new SlowedDown();
    return findOidcArtifact(pool, place);
  };

  return {
    async upsert(id, payload, expiresIn) {
      const idHash = sha256(id);
      const seconds = Math.max(1, Math.ceil(expiresIn ?? 1));
      const place = { orgId, model, idHash };
      const { jti: _id, ...rest } = payload;
      if (model === 'ReplayDetection') {
        await heldNow()?.flush();
        if (await rememberOidcProof(pool, place, JSON.stringify(rest), seconds)) return;
        throw usedBefore(id, String(payload['iss']));
      }
      const answer = model === 'DeviceCode' ? deviceAnswer(payload) : undefined;
      if (answer) {
        const text = sealer.seal(JSON.stringify(payload), orgId, purposeOf(place));
        await trail.decideDevice(place, { ...answer, sealed: text, grantId: payload.grantId ?? null });
        return;
      }
      if (requestModels.has(model) && !fits(JSON.stringify(payload)))
        throw new errors.InvalidRequest(
          `the parameters of the request are too long; send at most ${mostPacked} bytes in all`,
        );
      const sealed = sealedModels.has(model);
      const alias = model === 'Session' ? payload.uid : payload.userCode;
      const artifact: Artifact = {
        ...place,
        payload: sealed ? null : JSON.stringify(rest),
        sealed: sealed ? sealer.seal(pack(JSON.stringify(payload)), orgId, purposeOf(place)) : null,
        clientId: payload.clientId ?? clientAsking(payload) ?? null,
        userId: payload.accountId ?? null,
        grantId: (model === 'Grant' ? id : payload.grantId) ?? null,
        consented: issuedModels.has(model) && isConsented(),
        loginId: typeof payload['loginId'] === 'string' ? payload['loginId'] : null,
        connectionId:
          model === 'Grant' && typeof payload['connectionId'] === 'string' ? payload['connectionId'] : null,
        aliasHash: typeof alias === 'string' ? sha256(alias) : null,
        seconds,
      };
      const held = heldNow();
      // The consent of a grant is used by a statement of its own, which must find the grant.
      if (held && !(model === 'Grant' && payload['consented'] === true)) {
        await held.save(artifact);
        // The engine saves the session last.
        return model === 'Session' ? held.flush() : undefined;
      }
      await held?.flush();
      // A token with consent waits while that consent is withdrawn. The other tokens do not wait for it.
      const shared = accessTokens.has(model) && !artifact.consented;
      const isSaved = await (shared ? saveToken(artifact) : saveOidcArtifact(pool, artifact));
      if (!isSaved) throw consentWithdrawn();
    },
    async find(id) {
      // A proof is looked up by the statement that remembers it.
      if (model === 'ReplayDetection') return undefined;
      const place = key(id);
      const held = currentVisit()?.held;
      const isWritten = await held?.isWritten(place);
      const ahead = isWritten ? undefined : currentAhead()?.artifact(model, id);
      const row = ahead ? ahead.row : await findHere(place);
      if (row) held?.found(place);
      return read(row, id);
    },
    async findByUid(uid) {
      const ahead = currentAhead()?.session(uid);
      return read(ahead ? ahead.row : await findOidcSession(pool, orgId, sha256(uid)));
    },
    async findByUserCode(userCode) {
      const address = currentVisit()?.address;
      if (address === undefined)
        throw new Error('a user code was entered without a visit that knows the address');
      const { row, refused } = await findDeviceCode(pool, orgId, sha256(userCode), address);
      if (refused) throw new TooManyTries();
      return read(row);
    },
    async consume(id) {
      const place = key(id);
      const windowSeconds = model === 'RefreshToken' ? reuseWindowOf(undefined) : 0;
      const refuse = async (): Promise<never> => {
        const end = familyEnd();
        if (end) await trail.endFamily(place, end);
        if (model === 'PushedAuthorizationRequest')
          throw new errors.InvalidRequestUri('request_uri is invalid, expired, or was already used');
        throw new errors.InvalidGrant('this code or token was already used; request a new one');
      };
      const held = heldNow();
      if (held && model !== 'PushedAuthorizationRequest')
        return held.end({ kind: 'consumed', key: place, windowSeconds, refuse });
      await held?.flush();
      if (!(await consumeOidcArtifact(pool, place))) await refuse();
    },
    async destroy(id) {
      const place = key(id);
      const held = heldNow();
      if (model === 'Interaction')
        return held
          ? held.end({ kind: 'answered', key: place })
          : void (await consumeOidcArtifact(pool, place));
      if (held && model === 'Session') return held.end({ kind: 'deleted', key: place });
      await held?.flush();
      const end = presentedModels.has(model) ? familyEnd() : undefined;
      await (end ? trail.endFamily(place, end) : deleteOidcArtifact(pool, place));
    },
    // The engine asks every model in turn; one statement has ended them all.
    async revokeByGrantId(grantId) {
      if (model !== 'AccessToken') return;
      await heldNow()?.flush();
      const end = familyEnd();
      await (end ? trail.endFamily({ orgId, grantId }, end) : revokeOidcGrant(pool, orgId, grantId));
    },
  };
}

/** The writes of this request, if they wait for each other. */
function heldNow(): HeldWrites | undefined {
  const held = currentVisit()?.held;
  return held?.isHeld() ? held : undefined;
}

/** The client that an interaction is for. */
function clientAsking({ kind, params }: AdapterPayload): string | undefined {
  const clientId = kind === 'Interaction' ? params?.['client_id'] : undefined;
  return typeof clientId === 'string' ? clientId : undefined;
}

/** Whether what is issued in this request is so by the word of a person. */
function isConsented(): boolean {
  const grant: KeptGrant | undefined = Provider.ctx?.oidc.entities.Grant;
  return grant?.consented === true;
}

/**
 * For how long the client that authenticated for this request may use a refresh token again.
 * @param clientId whose token it is; another client's window says nothing about it
 */
function reuseWindowOf(clientId: string | undefined): number {
  const client = Provider.ctx?.oidc.client;
  if (!client || (clientId !== undefined && client.clientId !== clientId)) return 0;
  return settingsOf(client).refreshReuseWindow;
}
