import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { anAccessDevice, anAccessPolicy } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { test, type TestService } from '../../support/service.ts';

const aThumbprint = (): string => createHash('sha256').update(randomBytes(8)).digest('hex');
const anId = (): string => `device-${randomUUID()}`;

const put = (
  { ours }: Pick<TestService, 'ours'>,
  deviceId: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => ours.call('putAccessDevice', { path: { deviceId }, body, headers });

describe('putAccessDevice', () => {
  test('creates a device with defaults, and the same request changes nothing', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours);
    const deviceId = anId();
    const body = { userId, platform: 'macos', trust: 'compliant' };
    const first = await put(service, deviceId, body);
    expect([first.status, first.body]).toEqual([
      200,
      expect.objectContaining({ ...body, id: deviceId, trustExpiresAt: null, certificateThumbprints: [] }),
    ]);
    const again = await put(service, deviceId, body);
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([
      200,
      first.body,
      first.headers.get('etag'),
    ]);
    const audited = await sql<{ result: string }>(
      `select result from audit_logs where action = 'access_device.put' and target_id = $1`,
      [deviceId],
    );
    expect(audited).toEqual([{ result: 'SUCCESS' }, { result: 'SUCCESS' }]);
  });

  test('replaces what the MDM says, and resets what it leaves out', async ({ service }) => {
    const userId = await aUser(service.ours);
    const thumbprint = aThumbprint();
    const deviceId = await anAccessDevice(service.ours, {
      userId,
      certificateThumbprints: [thumbprint.toUpperCase(), thumbprint],
      trustExpiresAt: '2030-01-01T00:00:00Z',
    });
    const { body: before } = await service.ours.call('getAccessDevice', { path: { deviceId } });
    expect(before).toMatchObject({
      certificateThumbprints: [thumbprint],
      trustExpiresAt: '2030-01-01T00:00:00.000Z',
    });
    const { body } = await put(service, deviceId, { userId, platform: 'ios', trust: 'managed' });
    expect(body).toMatchObject({
      platform: 'ios',
      trust: 'managed',
      trustExpiresAt: null,
      certificateThumbprints: [],
    });
  });

  test('refuses a certificate of another device, until that device is without it', async ({ service }) => {
    const { ours, theirs } = service;
    const thumbprint = aThumbprint();
    const first = await anAccessDevice(ours, { certificateThumbprints: [thumbprint] });
    const userId = await aUser(ours);
    const second = { userId, platform: 'windows', trust: 'managed', certificateThumbprints: [thumbprint] };
    const { status, body } = await put(service, anId(), second);
    expect([status, body.code, body.details.thumbprint]).toEqual([
      409,
      'DEVICE_CERTIFICATE_TAKEN',
      thumbprint,
    ]);
    // Another tenant may have the same certificate.
    await anAccessDevice(theirs, { certificateThumbprints: [thumbprint] });
    expect((await ours.call('deleteAccessDevice', { path: { deviceId: first } })).status).toBe(200);
    expect((await put(service, anId(), second)).status).toBe(200);
  });

  test('gives a certificate to one of eight devices that are written at once', async ({ service }) => {
    const userId = await aUser(service.ours);
    const certificateThumbprints = [aThumbprint()];
    const body = { userId, platform: 'linux', trust: 'managed', certificateThumbprints };
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(service, anId(), body)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(7);
  });

  test('creates one device when eight requests name it at once', async ({ service }) => {
    const userId = await aUser(service.ours);
    const deviceId = anId();
    const body = { userId, platform: 'linux', trust: 'managed' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(service, deviceId, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });

  test('honours If-Match, also of a device that is not there', async ({ service }) => {
    const userId = await aUser(service.ours);
    const deviceId = await anAccessDevice(service.ours, { userId });
    const body = { userId, platform: 'macos', trust: 'unmanaged' };
    const { headers } = await service.ours.call('getAccessDevice', { path: { deviceId } });
    const etag = headers.get('etag') ?? '';
    expect((await put(service, deviceId, body, { 'if-match': '"999"' })).status).toBe(412);
    expect((await put(service, deviceId, body, { 'if-match': etag })).status).toBe(200);
    expect((await put(service, deviceId, body, { 'if-match': etag })).status).toBe(412);
    expect((await put(service, anId(), body, { 'if-match': '"1"' })).status).toBe(412);
  });

  test('says what is wrong, and writes nothing', async ({ service }) => {
    const userId = await aUser(service.ours);
    const right = { userId, platform: 'macos', trust: 'compliant' };
    const wrong: [string, Record<string, unknown>, string][] = [
      [anId(), { ...right, trust: 'unknown' }, 'trust'],
      [anId(), { ...right, platform: 'MacOS' }, 'platform'],
      [anId(), { ...right, trustExpiresAt: 'soon' }, 'trustExpiresAt'],
      [anId(), { ...right, certificateThumbprints: ['3a:1f'] }, 'certificateThumbprints'],
      [
        anId(),
        { ...right, certificateThumbprints: Array.from({ length: 6 }, aThumbprint) },
        'certificateThumbprints',
      ],
      ['a device', right, 'deviceId'],
      ['-device', right, 'deviceId'],
      ['x'.repeat(129), right, 'deviceId'],
    ];
    for (const [deviceId, body, field] of wrong) {
      const answer = await put(service, deviceId, body);
      expect([answer.status, Object.keys(answer.body.details)], JSON.stringify(answer.body)).toEqual([
        400,
        expect.arrayContaining([expect.stringContaining(field)]),
      ]);
    }
    const theirs = await aUser(service.theirs);
    const { status, body } = await put(service, anId(), { ...right, userId: theirs });
    expect([status, body.code]).toEqual([404, 'USER_NOT_FOUND']);
    const { body: list } = await service.ours.call('listAccessDevices', { query: { userId } });
    expect(list.data).toEqual([]);
  });

  test('is refused past the quota', async ({ service }) => {
    const node = await service.startNode({ MAX_ACCESS_DEVICES: '1' });
    const { key } = service.organizations.theirs.test;
    const client = createClient(node.origin, key);
    const deviceId = await anAccessDevice(client);
    await expect(anAccessDevice(client)).rejects.toThrow('QUOTA_EXCEEDED');
    const { body } = await client.call('getAccessDevice', { path: { deviceId } });
    const { userId, platform } = body as { userId: string; platform: string };
    const change = await client.call('putAccessDevice', {
      path: { deviceId },
      body: { userId, platform, trust: 'managed' },
    });
    expect(change.status).toBe(200);
    await node.stop();
  });

  test('is written under an enabled policy that asks for devices', async ({ service }) => {
    const id = await anAccessPolicy(service.ours, { conditions: { deviceTrust: ['unmanaged'] } });
    const deviceId = await anAccessDevice(service.ours);
    expect((await service.ours.call('deleteAccessDevice', { path: { deviceId } })).status).toBe(200);
    expect((await service.ours.call('deleteAccessPolicy', { path: { id } })).status).toBe(200);
  });
});

describe('getAccessDevice', () => {
  test('shows no device of another tenant', async ({ service }) => {
    const deviceId = await anAccessDevice(service.theirs);
    for (const call of ['getAccessDevice', 'deleteAccessDevice'] as const) {
      const { status, body } = await service.ours.call(call, { path: { deviceId } });
      expect([status, body.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
    }
    expect((await service.theirs.call('getAccessDevice', { path: { deviceId } })).status).toBe(200);
  });
});

describe('listAccessDevices', () => {
  test('lists those of a user, those of a trust, and pages by id', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours);
    const ids: string[] = [];
    for (const trust of ['compliant', 'managed', 'unmanaged'])
      ids.push(await anAccessDevice(ours, { userId, trust }));
    const idsOf = async (query: Record<string, unknown>) => {
      const { body } = await ours.call('listAccessDevices', { query: { userId, ...query } });
      return (body.data as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsOf({})).toEqual(ids.toSorted());
    expect(await idsOf({ trust: 'managed' })).toEqual([ids[1]]);
    expect(await idsOf({ limit: 2, page: 2 })).toEqual(ids.toSorted().slice(2));
  });
});

describe('deleteAccessDevice', () => {
  test('deletes a device once, and the end of its owner deletes it too', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours);
    const [one, other] = [await anAccessDevice(ours, { userId }), await anAccessDevice(ours, { userId })];
    const remove = (deviceId: string) => ours.call('deleteAccessDevice', { path: { deviceId } });
    expect((await remove(one)).status).toBe(200);
    expect((await remove(one)).status).toBe(404);
    expect((await ours.call('deleteUser', { path: { userId } })).status).toBe(200);
    expect((await remove(other)).status).toBe(404);
  });
});
