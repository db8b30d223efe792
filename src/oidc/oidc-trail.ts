import { anonymousActor, type Origin, recordAudit } from '../audit/audit.ts';
import { type Leak, recordLeak } from '../credentials/leaks.ts';
import { commandLineId, commandLineName } from '../lib/command-line-id.ts';
import type { RefusedProof } from '../lib/refused-proof.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { User } from '../users/directory/entities/user.ts';
import type { DeviceDecision, FamilyEnd, IssuedAssertion } from './engine/parts.ts';
import { decideDeviceCode } from './sql/device-codes.ts';
import { endOidcFamily, type FamilyKey } from './sql/oidc-grants.ts';
import type { ArtifactKey } from './sql/oidc-artifacts.ts';
import { userActor } from '../users/sessions/login-sessions.ts';
import { knownClient } from './oidc-clients.ts';
import { nameOf } from '../users/directory/users.ts';
import type { Tx } from '../platform/tx.ts';

/** Ends everything of a grant, and says who had it ended and why. What has ended before leaves no trace. */
export async function endFamily(
  tx: Tx,
  key: FamilyKey,
  { reason, client, origin }: FamilyEnd,
): Promise<void> {
  const ended = await endOidcFamily(tx, key);
  if (!ended) return;
  const user = await personOf(tx, ended.userId);
  await recordAudit(tx, [
    {
      action: 'oidc_grant.revoke',
      actor: { type: 'OIDC_CLIENT', ...client },
      ...aboutWhom(user, client),
      result: 'SUCCESS',
      reason: `${reason} ${client.name} (${client.id})`,
      ...origin,
    },
  ]);
}

/**
 * Ends a sign-in of the command line whose token everybody can read, with all tokens of the sign-in. The finder has no key for a proof, but may have
 * more than the token.
 */
export async function stopLeakedUserToken(
  tx: Tx,
  grantId: string,
  { source, url }: Leak,
  origin: Origin,
): Promise<void> {
  const ended = await endOidcFamily(tx, { orgId: tenancyOf(tx).orgId, grantId });
  if (!ended) return;
  const user = await personOf(tx, ended.userId);
  const target = {
    action: 'oidc_grant.leak',
    ...aboutWhom(user, { id: commandLineId, name: commandLineName }),
  };
  await recordLeak(tx, target, { source, url }, origin);
}

/** Says that a request with a token of the command line had no good proof of its key. Who sent it is not known. */
export async function recordRefusedProof(
  tx: Tx,
  userId: string | null,
  { fault, origin }: Pick<RefusedProof, 'fault' | 'origin'>,
): Promise<void> {
  const client = { id: commandLineId, name: commandLineName };
  await recordAudit(tx, [
    {
      action: 'oidc_grant.refuse_proof',
      actor: anonymousActor,
      ...aboutWhom(await personOf(tx, userId), client),
      result: 'FAILURE',
      code: 'DPOP_PROOF_REFUSED',
      reason: `${fault} ${client.name} (${client.id})`,
      ...origin,
    },
  ]);
}

/** Says that a client got an identity assertion of a user for another system. */
export async function recordIssuedAssertion(
  tx: Tx,
  { userId, client, audience, origin }: IssuedAssertion,
): Promise<void> {
  await recordAudit(tx, [
    {
      action: 'oidc_assertion.issue',
      actor: { type: 'OIDC_CLIENT', ...client },
      ...aboutWhom(await personOf(tx, userId), client),
      result: 'SUCCESS',
      reason: `for ${audience}`,
      ...origin,
    },
  ]);
}

/** Lets a device in, or not, and says who did. */
export async function decideDevice(
  tx: Tx,
  key: ArtifactKey,
  { sealed, grantId, userId, isAllowed, clientId, origin }: DeviceDecision,
): Promise<void> {
  await decideDeviceCode(tx, key, { sealed, grantId, userId: isAllowed ? userId : null });
  const user = await personOf(tx, userId);
  const client = { id: clientId, name: (await knownClient(tx, { clientId }))?.name ?? clientId };
  await recordAudit(tx, [
    {
      action: isAllowed ? 'oidc_device.allow' : 'oidc_device.refuse',
      actor: user ? userActor(user.targetId, user.targetName) : anonymousActor,
      ...aboutWhom(user, client),
      result: 'SUCCESS',
      reason: `${client.name} (${client.id})`,
      ...origin,
    },
  ]);
}

/** With the person where there is one, so that it is erased with them. */
const aboutWhom = (user: Named | undefined, { id, name }: { id: string; name: string }) =>
  user ? { targetType: 'user', ...user } : { targetType: 'oidc_client', targetId: id, targetName: name };

interface Named {
  targetId: string;
  targetName: string;
}

async function personOf(tx: Tx, id: string | null): Promise<Named | undefined> {
  const user = id === null ? null : await tx.findOne(User, { id });
  return user ? { targetId: user.id, targetName: nameOf(user).userName } : undefined;
}
