import { RateLimited } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import { networkOf } from '../risk/network.ts';
import { countRegistration } from './sql/registration-hours.ts';
import { makeRoomForStranger, mostStrangers } from './strangers-quota.ts';

/** Registrations without an initial access token and changes of registrations in an hour, from one network. */
const mostOfNetwork = 20;
/** The same in the whole tenant. */
const mostOfTenant = 200;

/**
 * Counts a registration without an initial access token, or a change of a registration: each writes rows of the audit log. An hour is one of the
 * clock.
 * @throws {RateLimited} if the network or the tenant has used up this hour
 */
export async function countOfStranger(tx: Tx, address: string): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const hour = await countRegistration(tx, orgId, networkOf(address) ?? address);
  const { ofNetwork, ofTenant, endsAt, secondsLeft } = hour;
  const [limit, of] = ofNetwork > mostOfNetwork ? [mostOfNetwork, 'address'] : [mostOfTenant, 'organization'];
  if (ofNetwork <= mostOfNetwork && ofTenant <= mostOfTenant) return;
  const detail = `This ${of} has registered or changed ${limit} clients in this hour. Try again after resetAt.`;
  throw new RateLimited({ limit, remaining: 0, resetAt: endsAt }, secondsLeft, detail);
}

/** How long a program waits for a place, in seconds. */
const retrySeconds = 3_600;

/**
 * Makes room for a registered client.
 * @throws {RateLimited} if the tenant is full of clients that users have let in
 */
export async function makeRoom(tx: Tx): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  if (await makeRoomForStranger(tx, await lockTenant(tx, orgId))) return;
  // A program cannot remove the clients of others. It can only wait.
  const resetAt = Math.ceil(now.getTime() / 1000) + retrySeconds;
  const standing = { limit: mostStrangers, remaining: 0, resetAt };
  throw new RateLimited(standing, retrySeconds, 'The organization is full of clients that users let in.');
}
