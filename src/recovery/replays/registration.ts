import { InitialAccessToken } from '../../oidc/entities/initial-access-token.ts';
import type { OidcClient } from '../../oidc/entities/oidc-client.ts';
import { forgetRegistrationToken } from '../../oidc/sql/registrations.ts';
import { endAgents } from '../../oidc/sql/agents.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { known, type LostEntry, lastOf, type Replay, type Replayed } from './replay.ts';
import { told } from './told.ts';

/** Ends an initial access token for good. */
export const replayInitialAccessToken: Replay = async (tx, id, entries) => {
  const token = await lockOne(tx, InitialAccessToken, { id });
  if (!token) return undefined;
  const revoked = lastOf(entries, 'initial_access_token.revoke', 'initial_access_token.leak');
  if (!revoked) return [];
  if (token.revokedAt !== null) return [known(revoked)];
  token.revokedAt = tenancyOf(tx).now;
  return [await told(tx, revoked)];
};

/** Replays the end of a client that registered itself, and of its registration access token. */
export async function replayRegistration(
  tx: Tx,
  client: OidcClient,
  entries: readonly LostEntry[],
): Promise<Replayed[]> {
  const { orgId, id } = client;
  const removed = lastOf(entries, 'oidc_client.remove_registration');
  if (removed) {
    await endAgents(tx, orgId, [id]);
    tx.remove(client);
    return [await told(tx, removed)];
  }
  const leaked = lastOf(entries, 'oidc_client.leak');
  if (!leaked) return [];
  const isEnded = await forgetRegistrationToken(tx, orgId, id);
  return [isEnded ? await told(tx, leaked) : known(leaked)];
}
