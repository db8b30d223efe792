import type pg from 'pg';
import { createOrganization, describeOrganization } from '../../src/organizations/creation.ts';
import { openDatabase } from '../../src/database/open.ts';
import { manyPeople } from '../../test/support/many-people.ts';
import type { Urls } from '../rig.ts';
import { insertCredentials, insertIdentities, insertScimToken } from '../seed.ts';
import { withClient } from '../with-client.ts';
import { cap, keyCount, peopleCount } from './sizes.ts';

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
  const organization = describeOrganization('Bench');
  const database = await openDatabase(urls.service, 2);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await database.close();
  const { orgId, key: caller } = organization.live;
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
