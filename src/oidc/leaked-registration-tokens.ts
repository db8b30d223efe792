import type { Origin } from '../audit/audit.ts';
import { type Leak, recordLeak } from '../credentials/leaks.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { lockOne } from '../platform/locked.ts';
import type { Tx } from '../platform/tx.ts';
import { InitialAccessToken } from './entities/initial-access-token.ts';
import { OidcClient } from './entities/oidc-client.ts';
import { forgetRegistrationToken } from './sql/registrations.ts';

/** Revokes an initial access token that everybody can read. Clients that were registered with it go on. */
export async function stopLeakedInitialToken(
  tx: Tx,
  id: string,
  { source, url }: Leak,
  origin: Origin,
): Promise<void> {
  const { now } = tenancyOf(tx);
  const token = await lockOne(tx, InitialAccessToken, { id, revokedAt: null, expiresAt: { $gt: now } });
  if (!token) return;
  token.revokedAt = now;
  await tx.flush();
  const target = { action: 'initial_access_token.leak', targetId: id, targetName: token.name };
  await recordLeak(tx, target, { source, url }, origin);
}

/** Ends a registration access token that everybody can read. The client goes on, and changes its registration no more. */
export async function stopLeakedRegistrationToken(
  tx: Tx,
  clientId: string,
  { source, url }: Leak,
  origin: Origin,
): Promise<void> {
  const where = { id: clientId, origin: 'REGISTRATION' } as const;
  const client = await lockOne(tx, OidcClient, where, { filters: { administered: false } });
  if (!client || !(await forgetRegistrationToken(tx, tenancyOf(tx).orgId, clientId))) return;
  const target = { action: 'oidc_client.leak', targetId: clientId, targetName: client.name };
  await recordLeak(tx, target, { source, url }, origin);
}
