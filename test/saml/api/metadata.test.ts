import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService, test } from '../../support/service.ts';
import {
  aPartnerKey,
  aServiceProvider,
  madeToExpireIn,
  metadataOf,
  type PartnerKey,
} from '../../support/service-providers.ts';

let receiver: Receiver;
/** The answer of the receiver at each path. */
const published = new Map<string, { status?: number; xml: string }>();
let [old, fresh]: PartnerKey[] = [];
beforeAll(async () => {
  receiver = await startReceiver((response, { path }) => {
    const { status = 200, xml } = published.get(path) ?? { status: 404, xml: '' };
    response.writeHead(status, { 'Content-Type': 'application/samlmetadata+xml' }).end(xml);
  });
  [old, fresh] = [await aPartnerKey('old'), await aPartnerKey('fresh')];
});
afterAll(() => receiver.close());

type Said = Partial<Parameters<typeof metadataOf>[0]>;

/** A service provider that publishes its metadata, and a way to publish other metadata at the same address. */
async function aPublisher(
  { ours }: Pick<TestService, 'ours'>,
  said: Said = {},
  fields: Record<string, unknown> = {},
) {
  const path = `/${randomUUID()}`;
  const entityId = `https://app.example.com${path}`;
  const publish = async (next: Said, status = 200): Promise<void> => {
    const xml = await metadataOf({ entityId, signing: old ? [old.certificate] : [], ...next });
    published.set(path, { status, xml });
  };
  await publish(said);
  const metadataUrl = `${new URL(receiver.url).origin}${path}`;
  const { id } = await aServiceProvider(ours, { metadataUrl, ...fields });
  const call = (operation: Parameters<typeof ours.call>[0], body?: Record<string, unknown>) =>
    ours.call(operation, { path: { spId: id }, ...(body && { body }) });
  return {
    id,
    path,
    publish,
    call,
    refresh: async (next: Said, status?: number) => {
      await publish(next, status);
      return (await call('refreshServiceProviderMetadata')).body;
    },
  };
}

const pems = (...keys: (PartnerKey | undefined)[]): string[] => keys.map((key) => key?.certificate ?? '');

describe('refreshServiceProviderMetadata', () => {
  test('applies a new certificate beside a known one, and tells of it', async ({ service }) => {
    const { id, refresh } = await aPublisher(service);
    const body = await refresh({ signing: pems(old, fresh) });
    expect(body).toMatchObject({
      signingCertificates: pems(old, fresh),
      pendingChange: null,
      metadataError: null,
    });
    const events = await service.sql<{ data: unknown }>(
      `select data from events where type = 'service_provider.updated' and data ->> 'serviceProviderId' = $1`,
      [id],
    );
    expect(events).toHaveLength(1);
  });

  test('changes no version when the metadata is the same', async ({ service }) => {
    const { call, refresh } = await aPublisher(service);
    const before = (await call('getServiceProvider')).body;
    const body = await refresh({});
    expect(body.metadataRefreshedAt > before.metadataRefreshedAt).toBe(true);
    expect({ ...body, metadataRefreshedAt: '' }).toEqual({ ...before, metadataRefreshedAt: '' });
    expect((await call('getServiceProvider')).headers.get('etag')).toBe('"1"');
  });

  test('lets replaced certificates wait until they are approved by their name', async ({ service }) => {
    const { id, refresh, call } = await aPublisher(service);
    const waiting = await refresh({ signing: pems(fresh) });
    expect(waiting).toMatchObject({
      signingCertificates: pems(old),
      pendingChange: {
        reasons: ['CERTIFICATES_REPLACED'],
        changes: [{ field: 'signingCertificates', from: pems(old), to: pems(fresh) }],
        certificates: [{ use: 'SIGNING', subject: 'CN=fresh' }],
      },
    });
    // The same question is asked once.
    await refresh({ signing: pems(fresh) });
    const told = await service.sql<{ type: string }>(
      `select type from events where type in ('service_provider.change_pending', 'alert.triggered')
          and (data ->> 'serviceProviderId' = $1 or data -> 'source' ->> 'id' = $1) order by type`,
      [id],
    );
    expect(told.map(({ type }) => type)).toEqual(['alert.triggered', 'service_provider.change_pending']);
    const other = await call('approveServiceProviderChange', { changeId: 'ab'.repeat(32) });
    expect(other.body.code).toBe('SP_STATE_CONFLICT');
    const changeId = waiting.pendingChange.id;
    expect((await call('approveServiceProviderChange', { changeId })).body).toMatchObject({
      signingCertificates: pems(fresh),
      pendingChange: null,
    });
    expect((await call('approveServiceProviderChange', { changeId })).body.code).toBe('SP_STATE_CONFLICT');
  });

  test('lets a new host wait, and applies the certificates beside it', async ({ service }) => {
    const { refresh, call } = await aPublisher(service);
    const moved = { acsUrl: 'https://evil.example/acs', signing: pems(old, fresh) };
    const waiting = await refresh(moved);
    expect(waiting).toMatchObject({
      acsUrl: 'https://app.example.com/acs',
      signingCertificates: pems(old, fresh),
      pendingChange: { reasons: ['NEW_ENDPOINT_HOST'], changes: [{ field: 'acsUrls' }] },
    });
    const changeId = waiting.pendingChange.id;
    const rejected = await call('rejectServiceProviderChange', { changeId });
    expect(rejected.body).toMatchObject({ acsUrl: 'https://app.example.com/acs', pendingChange: null });
    expect(await refresh(moved)).toMatchObject({ pendingChange: null });
    expect(await refresh({ acsUrl: 'https://third.example/acs' })).toMatchObject({
      pendingChange: { reasons: ['NEW_ENDPOINT_HOST'] },
    });
    // The metadata no longer asks for it.
    expect(await refresh({})).toMatchObject({ pendingChange: null, acsUrl: 'https://app.example.com/acs' });
  });

  test('replaces all certificates at once when the pinned key signed the metadata', async ({ service }) => {
    const pinned = await aPartnerKey('federation');
    const { refresh } = await aPublisher(
      service,
      { signedBy: pinned },
      { metadataSigningCertificate: pinned.certificate },
    );
    expect(await refresh({ signing: pems(fresh), signedBy: pinned })).toMatchObject({
      signingCertificates: pems(fresh),
      pendingChange: null,
      certificates: [{ use: 'SIGNING' }, { use: 'METADATA', subject: 'CN=federation' }],
    });
    for (const signedBy of [undefined, old])
      expect(await refresh({ signing: pems(old), ...(signedBy && { signedBy }) })).toMatchObject({
        signingCertificates: pems(fresh),
        metadataError: expect.stringMatching(/signed|signature|verifies/),
      });
  });

  test('changes nothing when the metadata cannot be used, and says why', async ({ service }) => {
    const { refresh, path, call } = await aPublisher(service);
    const before = (await call('getServiceProvider')).body;
    expect(before).toMatchObject({ requireSignedRequests: true });
    const cases: [string | RegExp, () => Promise<Record<string, unknown>>][] = [
      [/entity/, () => refresh({ entityId: 'https://app.example.com/another' })],
      [/status 500/, () => refresh({}, 500)],
      [/status 302/, () => refresh({}, 302)],
      [/requireSignedRequests/, () => refresh({ signing: [], signedBy: old ?? ({} as PartnerKey) })],
    ];
    const raw = async (xml: string) => {
      published.set(path, { xml });
      return (await call('refreshServiceProviderMetadata')).body;
    };
    const valid = published.get(path)?.xml ?? '';
    cases.push(
      [/DOCTYPE/, () => raw(`<!DOCTYPE a>${valid}`)],
      [/well-formed/, () => raw('no XML')],
      [/too large/, () => raw(`${valid}<!--${'x'.repeat(600_000)}-->`)],
      [/valid until/, () => raw(valid.replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='))],
    );
    for (const [reason, refreshed] of cases) {
      const after = await refreshed();
      if (String(reason).includes('requireSigned')) {
        // All certificates gone is a replacement, and waits.
        expect(after).toMatchObject({ pendingChange: { reasons: ['CERTIFICATES_REPLACED'] } });
        continue;
      }
      expect(after['metadataError'], String(reason)).toMatch(reason);
      expect(after).toMatchObject({ acsUrls: before.acsUrls, signingCertificates: pems(old) });
    }
    // Comments are allowed in metadata.
    expect(await raw(valid.replace('<md:', '<!-- ours --><md:'))).toMatchObject({ metadataError: null });
  });

  test('is refused without an address, and metadata governs while there is one', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const refused = await service.ours.call('refreshServiceProviderMetadata', { path: { spId: id } });
    expect(refused.body.code).toBe('SP_STATE_CONFLICT');
    const { call } = await aPublisher(service);
    expect((await call('updateServiceProvider', { sloUrl: null })).body.details).toEqual({
      sloUrl: 'comes from metadataUrl: leave it out',
    });
    expect((await call('updateServiceProvider', { metadataUrl: null, sloUrl: null })).status).toBe(200);
  });
});

describe('approveServiceProviderChange', () => {
  test('needs a key without bounds, and a change that fits the settings', async ({ service }) => {
    const { refresh, call, id } = await aPublisher(service);
    const gone = (await refresh({ signing: [] })).pendingChange.id;
    // The metadata said that requests are signed, and now it has no key.
    const approve = () => call('approveServiceProviderChange', { changeId: gone });
    expect((await approve()).body.details).toEqual({ requireSignedRequests: expect.any(String) });
    await call('updateServiceProvider', { requireSignedRequests: false });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { caller } = await aCallerWith(service, ['saml.write'], { expiresAt });
    const body = { changeId: gone };
    const bounded = await caller.call('approveServiceProviderChange', { path: { spId: id }, body });
    expect(bounded.body.code).toBe('BOUND_NOT_GRANTABLE');
    expect((await approve()).body).toMatchObject({ signingCertificates: [], pendingChange: null });
  });
});

describe('parallel requests', () => {
  test('approve a change once, and change one version once', async ({ service }) => {
    const { refresh, call, id } = await aPublisher(service);
    const { id: changeId } = (await refresh({ signing: pems(fresh) })).pendingChange;
    const approvals = await Promise.all(
      Array.from({ length: 8 }, () => call('approveServiceProviderChange', { changeId })),
    );
    expect(approvals.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const version = (await call('getServiceProvider')).headers.get('etag') ?? '';
    const changes = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        service.ours.call('updateServiceProvider', {
          path: { spId: id },
          headers: { 'If-Match': version },
          body: { sessionTtl: 400 + at },
        }),
      ),
    );
    expect(changes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  });
});

describe('rejectServiceProviderChange', () => {
  test('refuses a change that is not pending', async ({ service }) => {
    const { call } = await aPublisher(service);
    const { body } = await call('rejectServiceProviderChange', { changeId: 'ab'.repeat(32) });
    expect(body).toMatchObject({ code: 'SP_STATE_CONFLICT', details: { changeId: 'no change is pending' } });
  });
});

describe('createServiceProvider', () => {
  test('says why metadata cannot be read from its address', async ({ service }) => {
    const create = (metadataUrl: string) =>
      service.ours.call('createServiceProvider', { body: { metadataUrl } });
    const { origin } = new URL(receiver.url);
    expect((await create(`${origin}/missing`)).body).toMatchObject({
      code: 'FEDERATION_CONN_FAILED',
      details: { metadataUrl: 'The address of the metadata responded with the status 404' },
    });
    published.set('/bad', { xml: '<a/>' });
    expect((await create(`${origin}/bad`)).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { metadataUrl: expect.stringContaining('must be the metadata of a service provider') },
    });
  });
});

describe('watch-service-providers', () => {
  test('has metadata read again that is a day old', async () => {
    const service = await startTestService({ ROLE: 'all' });
    try {
      const { id, publish, call } = await aPublisher(service);
      await publish({ signing: pems(old, fresh) });
      await service.sql(`update saml_service_providers set metadata_due_at = now() where id = $1`, [id]);
      await service.runTask('watch-service-providers');
      await expect
        .poll(async () => (await call('getServiceProvider')).body.signingCertificates, { timeout: 20_000 })
        .toEqual(pems(old, fresh));
      const [row] = await service.sql<{ hours: number }>(
        `select extract(epoch from metadata_due_at - now())::float8 / 3600 as hours
           from saml_service_providers where id = $1`,
        [id],
      );
      expect(row?.hours).toBeGreaterThan(23);
      const { body } = await service.ours.call('listAuditLogs', { query: { targetId: id } });
      expect(body.data[0]).toMatchObject({
        action: 'service_provider.refresh_metadata',
        actor: { type: 'SYSTEM' },
        changes: [{ field: 'signingCertificates' }],
      });
    } finally {
      await service.stop();
    }
  });

  test.for([
    [30, 'MEDIUM'],
    [14, 'MEDIUM'],
    [7, 'HIGH'],
    [1, 'HIGH'],
  ] as const)(
    'tells %i days before a certificate expires, with an alert',
    async ([days, severity], { service }) => {
      const { certificate } = await aPartnerKey('ending', madeToExpireIn(days - 0.01));
      const { id } = await aServiceProvider(service.ours, { encryptionCertificate: certificate });
      await service.runTask('watch-service-providers');
      const told = () =>
        service.sql(
          `select e.data ->> 'daysLeft' as days, a.severity from events e
           join alerts a on a.source_type = 'SERVICE_PROVIDER' and a.source_id = e.data ->> 'serviceProviderId'
          where e.type = 'service_provider.certificate_expiring' and a.source_id = $1`,
          [id],
        );
      expect(await told()).toEqual([]);
      await service.sql(
        `update saml_service_providers set certificate_notice_at = certificate_expires_at - $2 * interval '1 day' where id = $1`,
        [id, days],
      );
      await service.runTask('watch-service-providers');
      await service.runTask('watch-service-providers');
      expect(await told()).toEqual([{ days: String(days), severity }]);
    },
  );

  test('tells once of each of 30, 14, 7 days and 1 before a certificate expires', async ({ service }) => {
    const { certificate } = await aPartnerKey('ending', madeToExpireIn(31));
    const later = await aPartnerKey('later', madeToExpireIn(300));
    const { id } = await aServiceProvider(service.ours, {
      signingCertificates: [later.certificate, certificate],
    });
    const events = () =>
      service.sql<{ days: number; severity: string | null }>(
        `select (data ->> 'daysLeft')::int as days from events
          where type = 'service_provider.certificate_expiring' and data ->> 'serviceProviderId' = $1`,
        [id],
      );
    const noticeAt = async (): Promise<number> => {
      const [row] = await service.sql<{ days: number }>(
        `select round(extract(epoch from certificate_expires_at - certificate_notice_at) / 86400)::int as days
           from saml_service_providers where id = $1`,
        [id],
      );
      return row?.days ?? 0;
    };
    await service.runTask('watch-service-providers');
    expect(await events()).toEqual([]);
    expect(await noticeAt()).toBe(30);
    // A certificate that was made so that it expires in 13.5 days: two notices were missed.
    const soon = await aPartnerKey('soon', madeToExpireIn(13.5));
    await service.ours.call('updateServiceProvider', {
      path: { spId: id },
      body: { signingCertificates: [soon.certificate] },
    });
    expect(await noticeAt()).toBe(7);
    await service.sql(
      `update saml_service_providers set certificate_notice_at = certificate_expires_at - interval '14 days' where id = $1`,
      [id],
    );
    await service.runTask('watch-service-providers');
    await service.runTask('watch-service-providers');
    expect(await events()).toEqual([{ days: 14 }]);
    expect(await noticeAt()).toBe(7);
    const alerts = await service.sql<{ severity: string; subject: string }>(
      `select severity from alerts where source_type = 'SERVICE_PROVIDER' and source_id = $1`,
      [id],
    );
    expect(alerts).toEqual([{ severity: 'MEDIUM' }]);
  });
});
