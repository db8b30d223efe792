import type { EntityManager } from '@mikro-orm/postgresql';
import { recordAudit, type Origin } from '../../audit/audit.ts';
import { beforehand } from '../../platform/beforehand.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { Passkey } from './entities/passkey.ts';
import type { User } from '../directory/entities/user.ts';
import type { Actor, FieldChange } from '../../platform/events.ts';
import { newId } from '../../lib/id.ts';
import {
  type PasskeyRefusal,
  type PublicKeyCredentialCreationOptionsJSON,
  registrationOptions,
  verifyRegistration,
  type Webauthn,
} from './protocol/ceremonies.ts';
import type { RelyingParty } from './protocol/relying-party.ts';
import { readResponse } from './protocol/response.ts';
import { isLive } from '../sessions/sql/logins.ts';
import { mfaMethodsOf } from '../factors/sql/mfa-methods.ts';
import { holderOfPasskey, lockCredentialId } from './sql/passkeys.ts';
import { issueChallenge, redeemChallenge } from './passkey-challenges.ts';
import { tellByMail } from '../notices.ts';
import {
  changedMethods,
  findPasskey,
  mostPasskeys,
  passkeysOf,
  removePasskey,
  tellOfPasskeys,
  usableAt,
} from './passkeys.ts';
import type { Locked } from '../../platform/locked.ts';
import { lockUser } from '../directory/users.ts';
import { hasAnotherWayIn, type Site } from '../ways-in.ts';

/** The reason why a user gets no passkey. EXPIRED: the challenge is too old, or was used before. */
export type RegistrationRefusal = PasskeyRefusal | 'EXPIRED' | 'TAKEN' | 'FULL';

/** A user who changes their own passkeys, and the origin of the request. */
export interface Self {
  userId: string;
  origin: Origin;
}

/** What a user registers a passkey in, a login or a sign-in. Only the holder can answer its challenges. */
export interface Holder {
  id: string;
  /** Tells whether what the user has proved is still valid. The user is locked. */
  isValid: (em: EntityManager, user: Locked<User>) => Promise<boolean>;
}

/** A login of the user. */
export const loginHolder = (id: string): Holder => ({
  id,
  // A transaction that took the user's factors, or suspended the user, locked the user until now and ended this login.
  isValid: (em, { orgId }) => isLive(em, orgId, id),
});

/** The browser has the time of the ceremony, and its answer the way here. */
const graceSeconds = 30;

/** @param webauthn what `loadWebauthn` gave before the transaction began */
export async function beginRegistration(
  em: EntityManager,
  webauthn: Webauthn,
  party: RelyingParty,
  { userId, holder }: Pick<Self, 'userId'> & { holder: Holder },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const user = await lockUser(em, userId);
  const seconds = Math.ceil(party.timeoutMs / 1000) + graceSeconds;
  const challenge = await issueChallenge(em, holder.id, 'REGISTER', seconds);
  const known = usableAt(party.rpId, await passkeysOf(em, userId));
  return registrationOptions(webauthn, party, user, challenge, known);
}

/**
 * Uses up the challenge in any case. Returns a refusal instead of throwing it, because an error would roll the use
 * back.
 * @param text what the page sent of the browser's answer
 */
export async function finishRegistration(
  em: EntityManager,
  party: RelyingParty,
  { holder, ...self }: Self & { holder: Holder },
  { text, name }: { text: string; name: string },
): Promise<Passkey | RegistrationRefusal> {
  const challenge = await redeemChallenge(em, holder.id, 'REGISTER');
  if (challenge === undefined) return 'EXPIRED';
  const answer = readResponse(text);
  if (!answer) return 'INVALID';
  const key = await beforehand(em, `new passkey ${JSON.stringify([party, challenge])}`, () =>
    verifyRegistration(party, answer.response, challenge),
  );
  if (typeof key === 'string') return key;
  const { orgId } = tenancyOf(em);
  const user = await lockUser(em, self.userId);
  if (!(await holder.isValid(em, user))) return 'EXPIRED';
  const known = await passkeysOf(em, user.id);
  if (known.length >= mostPasskeys) return 'FULL';
  const credentialId = Buffer.from(key.credentialId);
  // The tenant comes before a sign-in, which is locked here. So this locks the key only.
  await lockCredentialId(em, orgId, credentialId);
  if ((await holderOfPasskey(em, orgId, credentialId)) !== undefined) return 'TAKEN';
  const before = await mfaMethodsOf(em, orgId, user.id);
  const passkey = em.create(Passkey, {
    ...key,
    id: newId('psk'),
    userId: user.id,
    name,
    credentialId,
    publicKey: Buffer.from(key.publicKey),
    rpId: party.rpId,
    createdBy: user.id,
  });
  await em.flush();
  const { id } = passkey;
  const added = { field: 'passkeys', from: null, to: { id, name } };
  const changes = [added, ...(await changedMethods(em, user, before))];
  await changedByThemselves(em, user, 'user.add_passkey', self, (by) =>
    tellOfPasskeys(em, user, changes, by),
  );
  await tellByMail(em, user.id, 'PASSKEY_ADDED', user);
  return passkey;
}

/** @throws {Failure} PASSKEY_NOT_FOUND */
export async function renamePasskey(em: EntityManager, self: Self, id: string, name: string): Promise<void> {
  const user = await lockUser(em, self.userId);
  const passkey = await findPasskey(em, user.id, id);
  if (passkey.name === name) return;
  const changes = [{ field: 'passkeys', from: { id, name: passkey.name }, to: { id, name } }];
  passkey.name = name;
  await changedByThemselves(em, user, 'user.rename_passkey', self, (by) =>
    tellOfPasskeys(em, user, changes, by),
  );
}

/** @returns LAST where it stays, as the only way in. @throws {Failure} PASSKEY_NOT_FOUND */
export async function removeOwnPasskey(
  em: EntityManager,
  self: Self,
  id: string,
  site: Site,
): Promise<'REMOVED' | 'LAST'> {
  const user = await lockUser(em, self.userId);
  const passkey = await findPasskey(em, user.id, id);
  if (!(await hasAnotherWayIn(em, user, id, site))) return 'LAST';
  await changedByThemselves(em, user, 'user.remove_passkey', self, (by) =>
    removePasskey(em, user, passkey, by),
  );
  return 'REMOVED';
}

/** Records a change that users make to their own account in the same way as a change made with a key. */
async function changedByThemselves(
  em: EntityManager,
  user: Locked<User>,
  action: string,
  { origin }: Self,
  tell: (by: Actor) => Promise<FieldChange[]>,
): Promise<void> {
  const actor: Actor = { type: 'USER', id: user.id, name: user.username };
  const changes = await tell(actor);
  const of = { targetId: user.id, targetName: user.username };
  await recordAudit(em, [{ action, actor, ...of, result: 'SUCCESS', changes, ...origin }]);
}
