import type { Urls } from '../frame/rig.ts';
import { cap, insertCredentials, insertIdentities, makeOrganization } from '../frame/seed.ts';
import { withClient } from '../frame/with-client.ts';
import { benchPolicies } from './policies.ts';

/** How much of each kind. `plain` credentials have no usage cap. */
export interface Sizes {
  identities: number;
  plain: number;
  capped: number;
}

/** Ids and keys of the data. */
export interface Seed {
  orgId: string;
  /** The caller's key, with scope `*`. */
  caller: string;
  /** Keys without a usage cap, and the ids of their credentials. */
  keys: string[];
  ids: string[];
  /** Keys with one, and theirs. */
  capped: string[];
  cappedIds: string[];
  /** The same of another organization, which has 20 policies. */
  policed: { caller: string; keys: string[] };
}

/** Fills a database with an organization, and with a second one that has policies and no capped credentials. */
export async function seed(urls: Urls, sizes: Sizes): Promise<Seed> {
  const { live } = await makeOrganization(urls.service);
  const { live: other } = await makeOrganization(urls.service, 'Policed');
  return withClient(urls.owner, async (owner) => {
    const fill = async (orgId: string, count: number, identities: string[], maxUsageCount: number | null) =>
      insertCredentials(owner, { orgId, identities, count, maxUsageCount });
    const identities = await insertIdentities(owner, live.orgId, sizes.identities);
    const plain = await fill(live.orgId, sizes.plain, identities, null);
    const capped = await fill(live.orgId, sizes.capped, identities, cap);
    const others = await insertIdentities(owner, other.orgId, sizes.identities);
    const policed = await fill(other.orgId, sizes.plain, others, null);
    await benchPolicies(owner, other.orgId);
    return {
      orgId: live.orgId,
      caller: live.key,
      keys: plain.keys,
      ids: plain.ids,
      capped: capped.keys,
      cappedIds: capped.ids,
      policed: { caller: other.key, keys: policed.keys },
    };
  });
}
