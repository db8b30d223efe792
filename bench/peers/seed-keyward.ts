import type pg from 'pg';
import { manyPeople } from '../../test/support/many-people.ts';
import type { Urls } from '../frame/rig.ts';
import {
  cap,
  insertCredentials,
  insertIdentities,
  insertScimToken,
  makeOrganization,
} from '../frame/seed.ts';
import { withClient } from '../frame/with-client.ts';
import { keyCount, peopleCount } from './sizes.ts';

export interface KeywardData {
  orgId: string;
  /** A key with scope `*`. */
  caller: string;
  keys: string[];
  /** Keys with a usage cap. */
  capped: string[];
  scimToken: string;
}

export async function seedKeyward(urls: Urls): Promise<KeywardData> {
  const { orgId, key: caller } = (await makeOrganization(urls.service)).live;
  return withClient(urls.owner, async (owner) => {
    const identities = await insertIdentities(owner, orgId, keyCount / 10);
    const credentials = { orgId, identities, count: keyCount };
    const { keys } = await insertCredentials(owner, { ...credentials, maxUsageCount: null });
    const { keys: capped } = await insertCredentials(owner, { ...credentials, maxUsageCount: cap });
    const sql = async <Found extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Found>(text, values)).rows;
    await manyPeople({ sql }, orgId, peopleCount);
    return { orgId, caller, keys, capped, scimToken: await insertScimToken(owner, orgId) };
  });
}
