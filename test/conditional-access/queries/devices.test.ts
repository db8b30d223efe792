import { createHash, randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { knownDevice } from '../../../src/conditional-access/resources/known-device.ts';
import {
  deviceByCertificate,
  thumbprintsOfOthers,
} from '../../../src/conditional-access/resources/sql/access-devices.ts';
import { inTransaction } from '../../../src/platform/tenancy.ts';
import { anAccessDevice } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { explaining } from '../../support/explain.ts';
import { test } from '../../support/scim-database.ts';

const aThumbprint = (): string => createHash('sha256').update(randomUUID()).digest('hex');

describe('knownDevice', () => {
  test('recognizes a device for its owner in its tenant only', async ({ service, database }) => {
    const { ours, theirs, organizations } = service;
    const [owner, other] = [await aUser(ours), await aUser(ours)];
    const thumbprint = aThumbprint();
    const id = await anAccessDevice(ours, {
      userId: owner,
      certificateThumbprints: [aThumbprint(), thumbprint],
    });
    const of = (userId: string, { orgId }: { orgId: string }, print = thumbprint) =>
      inTransaction(database.orm, { orgId, environment: 'live' }, (tx, now) =>
        knownDevice(tx, { userId, thumbprint: print, now }),
      );
    const mine = organizations.ours.live;
    expect(await of(owner, mine)).toEqual({ id, platform: 'macos', trust: 'compliant' });
    expect(await of(other, mine)).toBeUndefined();
    expect(await of(owner, organizations.theirs.live)).toBeUndefined();
    expect(await of(owner, mine, aThumbprint())).toBeUndefined();
    const theirUser = await aUser(theirs);
    await anAccessDevice(theirs, {
      userId: theirUser,
      certificateThumbprints: [thumbprint],
      trust: 'unmanaged',
    });
    expect((await of(owner, mine))?.trust).toBe('compliant');
  });

  test('counts a device as unmanaged from the end of its trust on', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    const userId = await aUser(service.ours);
    const thumbprint = aThumbprint();
    const trustExpiresAt = '2030-01-01T00:00:00.000Z';
    await anAccessDevice(service.ours, { userId, certificateThumbprints: [thumbprint], trustExpiresAt });
    const trustAt = (now: string) =>
      inTransaction(database.orm, { orgId, environment: 'live' }, async (tx) => {
        const device = await knownDevice(tx, { userId, thumbprint, now: new Date(now) });
        return device?.trust;
      });
    expect(await trustAt('2029-12-31T23:59:59.999Z')).toBe('compliant');
    expect(await trustAt(trustExpiresAt)).toBe('unmanaged');
  });

  test('is read by index', async ({ service, database }) => {
    const { orgId } = service.organizations.ours.live;
    const userId = await aUser(service.ours);
    await service.sql(
      `insert into access_devices (org_id, id, user_id, platform, trust, certificate_thumbprints)
       select $1, 'many-' || n, $2, 'linux', 'managed', array[encode(sha256(n::text::bytea), 'hex')]
         from generate_series(1, 5000) n`,
      [orgId, userId],
    );
    await service.sql('analyze access_devices');
    const { tx, explained } = explaining(database.orm.em.fork());
    await deviceByCertificate(tx, orgId, { userId, thumbprint: aThumbprint() });
    await thumbprintsOfOthers(tx, orgId, { id: 'one', thumbprints: [aThumbprint()] });
    expect(explained.flatMap(({ scanned }) => scanned)).not.toContain('access_devices');
    expect(explained).toHaveLength(2);
  });
});
