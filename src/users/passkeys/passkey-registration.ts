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
import type { Tx } from '../../platform/tx.ts';
import { lockUser } from '../directory/users.ts';
import { hasAnotherWayIn, type Site } from '../ways-in.ts';

/** The reason why a user gets no passkey. EXPIRED: the challenge is too old, or was used before. */
export type RegistrationRefusal = PasskeyRefusal | 'EXPIRED' | 'TAKEN' | 'FULL';

/** A user who changes their own passkeys, and the origin of the request. */
export interface Self {
  userId: string;
  origin: Origin;
}

/** The login or the sign-in that a user registers a passkey in. Only this holder can answer its challenges. */
export interface Holder {
  id: string;
  /** Tells whether what the user has proved is still valid. The user is locked. */
  isValid: (tx: Tx, user: Locked<User>) => Promise<boolean>;
}

/** A login of the user. */
export const loginHolder = (id: string): Holder => ({
  id,
  // A transaction that took the user's factors, or suspended the user, locked the user until now and ended this login.
  isValid: (tx, { orgId }) => isLive(tx, orgId, id),
});

/** The browser has the time of the ceremony, and its answer the way here. */
const graceSeconds = 30;

/** @param webauthn what `loadWebauthn` gave before the transaction began */
export async function beginRegistration(
  tx: Tx,
  webauthn: Webauthn,
  party: RelyingParty,
  { userId, holder }: Pick<Self, 'userId'> & { holder: Holder },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const user = await lockUser(tx, userId);
  const seconds = Math.ceil(party.timeoutMs / 1000) + graceSeconds;
  const challenge = await issueChallenge(tx, holder.id, 'REGISTER', seconds);
  const known = usableAt(party.rpId, await passkeysOf(tx, userId));
  return registrationOptions(webauthn, party, user, challenge, known);
}

/**
 * Uses up the challenge in any case. Returns a refusal instead of throwing it, because an error would roll the use
 * back.
 * @param text what the page sent of the browser's answer
 */
export async function finishRegistration(
  tx: Tx,
  party: RelyingParty,
  { holder, ...self }: Self & { holder: Holder },
  { text, name }: { text: string; name: string },
): Promise<Passkey | RegistrationRefusal> {
  const challenge = await redeemChallenge(tx, holder.id, 'REGISTER');
  if (challenge === undefined) return 'EXPIRED';
  const answer = readResponse(text);
  if (!answer) return 'INVALID';
  const key = await beforehand(tx, `new passkey ${JSON.stringify([party, challenge])}`, () =>
    verifyRegistration(party, answer.response, challenge),
  );
  if (typeof key === 'string') return key;
  const { orgId } = tenancyOf(tx);
  const user = await lockUser(tx, self.userId);
  if (!(await holder.isValid(tx, user))) return 'EXPIRED';
  const known = await passkeysOf(tx, user.id);
  if (known.length >= mostPasskeys) return 'FULL';
  const credentialId = Buffer.from(key.credentialId);
  // The tenant comes before a sign-in, which is locked here. So this locks the key only.
  await lockCredentialId(tx, orgId, credentialId);
  if ((await holderOfPasskey(tx, orgId, credentialId)) !== undefined) return 'TAKEN';
  const before = await mfaMethodsOf(tx, orgId, user.id);
  const passkey = tx.create(Passkey, {
    ...key,
    id: newId('psk'),
    userId: user.id,
    name,
    credentialId,
    publicKey: Buffer.from(key.publicKey),
    rpId: party.rpId,
    createdBy: user.id,
  });
  await tx.flush();
  const { id } = passkey;
  const added = { field: 'passkeys', from: null, to: { id, name } };
  const changes = [added, ...(await changedMethods(tx, user, before))];
  await changedByThemselves(tx, user, 'user.add_passkey', self, (by) =>
    tellOfPasskeys(tx, user, changes, by),
  );
  await tellByMail(tx, user.id, 'PASSKEY_ADDED', user);
  return passkey;
}

/** @throws {Failure} PASSKEY_NOT_FOUND */
export async function renamePasskey(tx: Tx, self: Self, id: string, name: string): Promise<void> {
  const user = await lockUser(tx, self.userId);
  const passkey = await findPasskey(tx, user.id, id);
  if (passkey.name === name) return;
  const changes = [{ field: 'passkeys', from: { id, name: passkey.name }, to: { id, name } }];
  passkey.name = name;
  await changedByThemselves(tx, user, 'user.rename_passkey', self, (by) =>
    tellOfPasskeys(tx, user, changes, by),
  );
}

/** @returns LAST where it stays, as the only way in. @throws {Failure} PASSKEY_NOT_FOUND */
export async function removeOwnPasskey(
  tx: Tx,
  self: Self,
  id: string,
  site: Site,
): Promise<'REMOVED' | 'LAST'> {
  const user = await lockUser(tx, self.userId);
  const passkey = await findPasskey(tx, user.id, id);
  if (!(await hasAnotherWayIn(tx, user, id, site))) return 'LAST';
  await changedByThemselves(tx, user, 'user.remove_passkey', self, (by) =>
    removePasskey(tx, user, passkey, by),
  );
  return 'REMOVED';
}

/** Records a change that users make to their own account in the same way as a change made with a key. */
async function changedByThemselves(
  tx: Tx,
  user: Locked<User>,
  action: string,
  { origin }: Self,
  tell: (by: Actor) => Promise<FieldChange[]>,
): Promise<void> {
  const actor: Actor = { type: 'USER', id: user.id, name: user.username };
  const changes = await tell(actor);
  const of = { targetId: user.id, targetName: user.username };
  await recordAudit(tx, [{ action, actor, ...of, result: 'SUCCESS', changes, ...origin }]);
}
