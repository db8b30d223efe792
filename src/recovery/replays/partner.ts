import { deleteConnection } from '../../federation/connections/connections.ts';
import { Connection } from '../../federation/connections/entities/connection.ts';
import { FederatedDomain } from '../../federation/domains/entities/federated-domain.ts';
import { SocialProvider } from '../../federation/social/entities/social-provider.ts';
import { loosensConnection, loosensSocialProvider } from '../../federation/connections/loosening.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { ServiceProvider } from '../../saml/entities/service-provider.ts';
import { loosensProvider } from '../../saml/loosening.ts';
import { deleteServiceProvider } from '../../saml/service-providers.ts';
import { ScimToken } from '../../scim/entities/scim-token.ts';
import { operator } from '../subjects.ts';
import { erasedOf, known, lastOf, type LostEntry, type Replay, type Replayed } from './replay.ts';
import { type LoosensAny, settleFields } from './settling.ts';
import { told } from './told.ts';

const always = { ifMatch: undefined };

/** Ends a token of a directory for good. */
export const replayScimToken: Replay = async (tx, id, entries) => {
  const token = await lockOne(tx, ScimToken, { id });
  if (!token) return undefined;
  const revoked = lastOf(entries, 'scim_token.revoke', 'scim_token.leak');
  if (!revoked) return [];
  if (token.revokedAt !== null) return [known(revoked)];
  token.revokedAt = tenancyOf(tx).now;
  return [await told(tx, revoked)];
};

/** Changes of the fields of a partner: by an administrator, or by metadata. */
const changing = new Set(['update', 'approve_change', 'refresh_metadata']);
const changesOf = (entries: readonly LostEntry[]): LostEntry[] =>
  entries.filter(({ action }) => changing.has(action.split('.')[1] ?? ''));

/** Disables a partner if its changes were erased. Otherwise settles them. */
async function settlePartner(
  tx: Tx,
  partner: Connection | ServiceProvider,
  entries: readonly LostEntry[],
  loosens: LoosensAny,
): Promise<Replayed[]> {
  const changes = changesOf(entries);
  const erased = changes.find((entry) => entry.erased);
  if (!erased || partner.status === 'DISABLED') return settleFields(tx, partner, changes, loosens);
  partner.status = 'DISABLED';
  return [await told(tx, erased)];
}

export const replayConnection: Replay = async (tx, id, entries) => {
  const connection = await lockOne(tx, Connection, { id });
  if (!connection) return undefined;
  const deleted = lastOf(entries, 'connection.delete');
  if (!deleted) return settlePartner(tx, connection, entries, loosensConnection);
  await deleteConnection(tx, id, always, operator);
  return [await told(tx, deleted)];
};

/** A domain that was not proved any more would link and provision users again, until three look-ups fail. */
export const replayDomain: Replay = async (tx, connectionId, entries) => {
  const domains = await tx.find(FederatedDomain, { connectionId });
  if (domains.length === 0) return undefined;
  const done: Replayed[] = [];
  for (const domain of domains) {
    const last = entries.findLast(({ targetName }) => targetName === null || targetName === domain.domain);
    if (last?.action !== 'domain.fail') continue;
    if (domain.status === 'VERIFIED') {
      domain.status = 'FAILED';
      domain.nextCheckAt = tenancyOf(tx).now;
      done.push(await told(tx, last));
    } else done.push(known(last));
  }
  return done;
};

export const replayServiceProvider: Replay = async (tx, id, entries) => {
  const provider = await lockOne(tx, ServiceProvider, { id });
  if (!provider) return undefined;
  const deleted = lastOf(entries, 'service_provider.delete');
  if (!deleted) return settlePartner(tx, provider, entries, loosensProvider);
  await deleteServiceProvider(tx, id, always, operator);
  return [await told(tx, deleted)];
};

export const replaySocialProvider: Replay = async (tx, id, entries) => {
  const provider = await lockOne(tx, SocialProvider, { id });
  if (!provider) return undefined;
  const deleted = lastOf(entries, 'social_provider.delete');
  const erased = erasedOf(entries, 'social_provider.update');
  if (deleted) tx.remove(provider);
  else if (erased && provider.enabled) provider.enabled = false;
  else return settleFields(tx, provider, changesOf(entries), loosensSocialProvider);
  const entry = deleted ?? erased;
  if (!entry) return [];
  return [await told(tx, entry)];
};
