import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished } from 'vitest';
import { refreshForUnknownKey } from '../../../src/federation/connections/saml-refreshing.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import { eventsOfConnection, linkUser } from '../../support/connections.ts';
import {
  aPublishedIdp,
  aSamlConnection,
  idpMetadataOf,
  longCertificates,
  type PublishedIdp,
  type SaidByIdp,
} from '../../support/saml-connections.ts';
import { besides } from '../../support/second-factors.ts';
import {
  anEcCertificate,
  aPartnerKey,
  groupOf,
  madeToExpireIn,
  type PartnerKey,
} from '../../support/service-providers.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';

const [old, fresh] = [await aPartnerKey('old'), await aPartnerKey('fresh')];
const pems = (...keys: PartnerKey[]) => keys.map(({ certificate }) => certificate);

/** A connection with the metadata of an identity provider, and how to change what this publishes. */
async function connected({ ours }: TestService, fields: Record<string, unknown> = {}, said = {}) {
  const idp: PublishedIdp = await aPublishedIdp({ certificates: pems(old), ...said });
  const { id } = await aSamlConnection(ours, { metadataUrl: idp.metadataUrl, ...fields });
  const path = { id };
  const call = (operation: Parameters<typeof ours.call>[0], body?: Record<string, unknown>) =>
    ours.call(operation, { path, ...(body && { body }) });
  const refresh = async (more: Partial<SaidByIdp>) => {
    await idp.say(more);
    return (await call('refreshSamlConnectionMetadata')).body;
  };
  const subjects = async (): Promise<string[]> =>
    (await call('getSamlConnection')).body.certificates.map(({ subject }: { subject: string }) => subject);
  return { id, idp, call, refresh, subjects };
}

describe('refreshSamlConnectionMetadata', () => {
  test('applies a new certificate beside a known one, and changes nothing else', async ({ service }) => {
    const { id, refresh, subjects, call } = await connected(service);
    const body = await refresh({ certificates: pems(old, fresh) });
    expect(body).toMatchObject({ pendingChange: null, metadataError: null, health: 'UNKNOWN' });
    expect(await subjects()).toEqual(['CN=old', 'CN=fresh']);
    const { body: audit } = await service.ours.call('listAuditLogs', {
      query: { targetId: id, action: 'connection.refresh_metadata' },
    });
    expect(audit.data[0].changes.map(({ field }: { field: string }) => field)).toEqual(['certificates']);
    await refresh({});
    expect((await call('getSamlConnection')).headers.get('etag')).toBe('"2"');
  });

  test('reads the identity provider of a group that was selected, also when the group has changed', async ({
    service: { ours },
  }) => {
    const idp = await aPublishedIdp({ certificates: pems(old) });
    const publish = async (...keys: PartnerKey[]): Promise<void> => {
      const wanted = await idpMetadataOf({ entityId: idp.entityId, certificates: pems(...keys) });
      const other = await idpMetadataOf({ entityId: 'https://login.other.example/saml' });
      idp.publish(keys.length === 1 ? groupOf(other, wanted) : groupOf(wanted, other));
    };
    await publish(old);
    const source = { name: 'Acme', metadataUrl: idp.metadataUrl };
    const several = await ours.call('createSamlConnection', { body: source });
    expect(several.body.details).toEqual({
      metadataUrl: expect.stringContaining('Select one by its entity ID'),
    });
    const { id } = await aSamlConnection(ours, { ...source, idpEntityId: idp.entityId });
    await publish(old, fresh);
    const { body } = await ours.call('refreshSamlConnectionMetadata', { path: { id } });
    expect(body).toMatchObject({
      idpEntityId: idp.entityId,
      metadataError: null,
      certificates: [{ subject: 'CN=old' }, { subject: 'CN=fresh' }],
    });
  });

  test('keeps the certificates that it has, if those of the metadata are too long to be shown', async ({
    service,
  }) => {
    const { refresh, subjects } = await connected(service, {}, { certificates: pems(old) });
    const long = await longCertificates(3);
    expect(await refresh({ certificates: long })).toMatchObject({
      metadataError:
        'The signing certificates of the metadata must have at most 32768 characters together, as PEM',
    });
    expect(await subjects()).toEqual(['CN=old']);
  });

  test('uses the RSA keys beside keys of curves, and says what it left out until it is gone', async ({
    service,
  }) => {
    const ec = await anEcCertificate('ec');
    const { call, refresh, subjects } = await connected(service, {}, { certificates: [ec, ...pems(old)] });
    expect(await subjects()).toEqual(['CN=old']);
    expect((await call('getSamlConnection')).body).toMatchObject({
      metadataError: null,
      metadataWarning:
        'The certificate CN=ec of the metadata is not used, because it must hold an RSA key of 2048 to 8192 bits.',
    });
    expect(await refresh({ certificates: [ec] })).toMatchObject({
      metadataError: expect.stringContaining('The certificate CN=ec of the metadata must hold an RSA key'),
      metadataWarning: expect.stringContaining('CN=ec'),
    });
    expect(await refresh({ certificates: pems(old) })).toMatchObject({
      metadataError: null,
      metadataWarning: null,
    });
  });

  test('lets a swapped certificate and a new host wait, tells of them once, and keeps the old ones', async ({
    service,
  }) => {
    const { id, refresh, subjects, call, idp } = await connected(service);
    const waiting = await refresh({ certificates: pems(fresh), ssoUrl: 'https://evil.example/sso' });
    expect(waiting).toMatchObject({
      ssoUrl: `${idp.origin}/sso`,
      pendingChange: {
        reasons: ['NEW_ENDPOINT_HOST', 'CERTIFICATES_REPLACED'],
        certificates: [{ use: 'SIGNING', subject: 'CN=fresh' }],
      },
    });
    expect(await subjects()).toEqual(['CN=old']);
    await refresh({});
    const events = await eventsOfConnection(service, id);
    expect(events.filter(({ type }) => type === 'federation.change_pending')).toMatchObject([
      { data: { changeId: waiting.pendingChange.id, connectionType: 'SAML' } },
    ]);
    const alerts = await service.sql('select severity from alerts where source_id = $1', [id]);
    expect(alerts).toEqual([{ severity: 'HIGH' }]);
    const other = await call('approveSamlConnectionChange', { changeId: 'ab'.repeat(32) });
    expect(other.body.code).toBe('CONNECTION_STATE_CONFLICT');
  });

  test('replaces all certificates at once if the pinned key signed, and reads nothing else', async ({
    service,
  }) => {
    const signer = await aPartnerKey('signer');
    const { refresh, subjects } = await connected(
      service,
      { metadataSigningCertificate: signer.certificate },
      { signedBy: signer },
    );
    expect(await refresh({ certificates: pems(fresh), signedBy: signer })).toMatchObject({
      pendingChange: null,
      certificates: [{ subject: 'CN=fresh' }, { use: 'METADATA', subject: 'CN=signer' }],
    });
    const stranger = await aPartnerKey('stranger');
    const refused = await refresh({ certificates: pems(stranger), signedBy: stranger });
    expect(refused.metadataError).toEqual(expect.any(String));
    expect(await subjects()).toEqual(['CN=fresh', 'CN=signer']);
  });

  test('never changes the entity id, and notes why metadata is not used', async ({ service }) => {
    const { call, idp, refresh, subjects } = await connected(service);
    const refreshed = async () => (await call('refreshSamlConnectionMetadata')).body;
    const xml = await idpMetadataOf({ entityId: idp.entityId, certificates: pems(fresh) });
    const hostile: [what: string, text: string][] = [
      ['a DOCTYPE', xml.replace('<md:Entity', '<!DOCTYPE x [<!ENTITY e "x">]><md:Entity')],
      ['too many bytes', xml.replace('<md:IDP', `<!--${'x'.repeat(524_288)}--><md:IDP`)],
      ['no XML', 'nothing'],
      [
        'the same entity twice',
        `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${xml}${xml}</md:EntitiesDescriptor>`,
      ],
    ];
    for (const [what, text] of hostile) {
      idp.publish(text);
      const body = await refreshed();
      expect(body, what).toMatchObject({ metadataError: expect.any(String), pendingChange: null });
      expect(body.idpEntityId).toBe(idp.entityId);
    }
    expect(await refresh({ entityId: `${idp.entityId}/other` })).toMatchObject({
      idpEntityId: idp.entityId,
      metadataError: expect.any(String),
    });
    expect(
      (await refresh({ entityId: idp.entityId, ssoUrl: 'http://login.example/sso' })).metadataError,
    ).toContain('must be https');
    idp.publish('', 503);
    expect((await refreshed()).metadataError).toContain('503');
    expect(await subjects()).toEqual(['CN=old']);
    expect(await refresh({ ssoUrl: `${idp.origin}/sso` })).toMatchObject({ metadataError: null });
  });

  test('needs the address of metadata', async ({ service }) => {
    const { id } = await aSamlConnection(service.ours);
    const { body } = await service.ours.call('refreshSamlConnectionMetadata', { path: { id } });
    expect(body).toMatchObject({
      code: 'CONNECTION_STATE_CONFLICT',
      details: { metadataUrl: 'is not set' },
    });
  });
});

describe('approveSamlConnectionChange', () => {
  test('applies the change that was seen, once', async ({ service }) => {
    const { refresh, call } = await connected(service);
    const { pendingChange } = await refresh({ certificates: pems(fresh) });
    const approve = () => call('approveSamlConnectionChange', { changeId: pendingChange.id });
    expect((await approve()).body).toMatchObject({
      pendingChange: null,
      certificates: [{ subject: 'CN=fresh' }],
    });
    expect((await approve()).body.details).toEqual({ changeId: 'no change is pending' });
  });

  test('needs the scopes of the users, as writing the connection does', async ({ service }) => {
    const { id, refresh, subjects } = await connected(service);
    const { pendingChange } = await refresh({ certificates: pems(fresh) });
    await linkUser(service, id, await aUser(service.ours, { roles: ['SECURITY'] }));
    const { caller } = await aCallerWith(service, ['federation.*']);
    const decide = (operation: 'approveSamlConnectionChange' | 'rejectSamlConnectionChange') =>
      caller.call(operation, { path: { id }, body: { changeId: pendingChange.id } });
    for (const operation of ['approveSamlConnectionChange', 'rejectSamlConnectionChange'] as const)
      expect((await decide(operation)).body.code, operation).toBe('SCOPE_NOT_GRANTABLE');
    for (const body of [{ name: 'Mine' }, { metadataUrl: null }, { clockSkewSeconds: 0 }]) {
      const { body: refused } = await caller.call('updateSamlConnection', { path: { id }, body });
      expect(refused.code).toBe('SCOPE_NOT_GRANTABLE');
    }
    expect((await caller.call('deleteSamlConnection', { path: { id } })).body.code).toBe(
      'SCOPE_NOT_GRANTABLE',
    );
    expect(await subjects()).toEqual(['CN=old']);
  });
});

describe('rejectSamlConnectionChange', () => {
  test('drops a change, and the same metadata asks no second time', async ({ service }) => {
    const { refresh, call, subjects } = await connected(service);
    const { pendingChange } = await refresh({ certificates: pems(fresh) });
    const changeId = pendingChange.id;
    expect((await call('rejectSamlConnectionChange', { changeId })).body.pendingChange).toBeNull();
    expect((await refresh({})).pendingChange).toBeNull();
    const another = await aPartnerKey('another');
    expect((await refresh({ certificates: pems(another) })).pendingChange).not.toBeNull();
    expect(await subjects()).toEqual(['CN=old']);
  });
});

describe('testSamlConnection', () => {
  test('names each check, and notes the health', async ({ service }) => {
    const { call, idp } = await connected(service);
    const { status, body } = await call('testSamlConnection');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'SUCCESS',
        latency: expect.stringMatching(/^\d+ms$/),
        checks: ['metadata', 'certificates', 'endpoints', 'algorithms'].map((name) => ({
          name,
          ok: true,
          detail: expect.any(String),
        })),
      },
    });
    expect((await call('getSamlConnection')).body).toMatchObject({ health: 'HEALTHY', lastError: null });
    await idp.say({ entityId: `${idp.entityId}/other` });
    const failed = await call('testConnection');
    expect(failed.body).toMatchObject({
      status: 'FAILED',
      checks: [{ name: 'metadata', ok: false }, {}, {}, {}],
    });
    expect((await call('getSamlConnection')).body).toMatchObject({
      health: 'FAILING',
      lastError: expect.any(String),
      metadataError: null,
    });
  });

  test('answers 502 if the metadata or, without it, the endpoint cannot be reached', async ({ service }) => {
    const { call, idp } = await connected(service);
    idp.publish('', 500);
    const { status, body } = await call('testSamlConnection');
    expect([status, body.code]).toEqual([502, 'FEDERATION_CONN_FAILED']);
    const { id } = await aSamlConnection(service.ours, { ssoUrl: 'https://127.0.0.1:1/sso' });
    const other = await service.ours.call('testSamlConnection', { path: { id } });
    expect([other.status, other.body.code]).toEqual([502, 'FEDERATION_CONN_FAILED']);
  });

  test('names the endpoint that does not respond, and answers 502 only if none does', async ({
    service: { ours },
  }) => {
    const { origin } = await aPublishedIdp();
    const untrusted = createServer({
      key: old.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: old.certificate,
    }).listen(0, '127.0.0.1');
    await once(untrusted, 'listening');
    onTestFinished(() => void untrusted.close());
    const { port } = untrusted.address() as AddressInfo;
    const [good, gone, odd] = [`${origin}/sso`, 'https://127.0.0.1:1/slo', `https://127.0.0.1:${port}/`];
    const testOf = async (ssoUrl: string, sloUrl: string | null) => {
      const { id } = await aSamlConnection(ours, { ssoUrl, sloUrl });
      const { status, body } = await ours.call('testSamlConnection', { path: { id } });
      return [status, body.code ?? body.checks.find(({ name }: { name: string }) => name === 'endpoints')];
    };
    const failed = (detail: string) => [
      200,
      { name: 'endpoints', ok: false, detail: expect.stringContaining(detail) },
    ];
    expect(await testOf(good, gone)).toEqual(failed('sloUrl cannot be reached'));
    expect(await testOf(gone, good)).toEqual(failed('ssoUrl cannot be reached'));
    expect(await testOf(odd, null)).toEqual(failed('certificate'));
    expect(await testOf(gone, gone)).toEqual([502, 'FEDERATION_CONN_FAILED']);
  });

  test('fails if no certificate is valid now', async ({ service }) => {
    const expired = await aPartnerKey('expired', madeToExpireIn(-1));
    const { call } = await connected(service, {}, { certificates: pems(expired) });
    const { body } = await call('testSamlConnection');
    expect(body.checks[1]).toMatchObject({ name: 'certificates', ok: false });
  });
});

describe('the daily check of a SAML connection', () => {
  test('applies what its metadata may change, and notes the health', async () => {
    const service = await startTestService({ ROLE: 'all' });
    try {
      const { id, idp, call, subjects } = await connected(service);
      await idp.say({ certificates: pems(old, fresh) });
      await service.sql('update federation_connections set next_check_at = now() where id = $1', [id]);
      await service.runTask('watch-connections');
      await expect
        .poll(async () => (await call('getSamlConnection')).body.health, { timeout: 20_000 })
        .toBe('HEALTHY');
      expect(await subjects()).toEqual(['CN=old', 'CN=fresh']);
    } finally {
      await service.stop();
    }
  }, 60_000);
});

describe('refreshForUnknownKey', () => {
  test('reads the metadata once in five minutes, also if eight responses race', async ({ service }) => {
    const { id, idp, subjects } = await connected(service);
    const xml = await idpMetadataOf({
      entityId: idp.entityId,
      ssoUrl: `${idp.origin}/sso`,
      certificates: pems(old, fresh),
    });
    let asked = 0;
    const send = () => {
      asked += 1;
      const bytes = Buffer.from(xml);
      return Promise.resolve({ status: 200, bytes, body: xml, type: undefined, latencyMs: 1 });
    };
    const beside = await besides(service);
    const orgId = service.ours.orgId ?? '';
    const means = { way: { send, mayReach: () => true }, baseUrl: 'https://id.example.com' };
    const ask = () => refreshForUnknownKey({ id, orgId }, { ...means, inTransaction: beside.within });
    const answers = await Promise.all(Array.from({ length: 8 }, ask));
    expect(answers.filter(Boolean)).toEqual([true]);
    expect(asked).toBe(1);
    expect(await subjects()).toEqual(['CN=old', 'CN=fresh']);
    await service.sql(
      `update federation_connections set metadata_asked_at = now() - interval '5 minutes' where id = $1`,
      [id],
    );
    expect(await ask()).toBe(false);
    expect(asked).toBe(2);
    await beside.close();
  });
});

describe('certificates of a connection', () => {
  test.for([
    [30, 'MEDIUM'],
    [14, 'MEDIUM'],
    [7, 'HIGH'],
    [1, 'HIGH'],
  ] as const)(
    'are told of %i days before they expire, with an alert',
    async ([days, severity], { service }) => {
      const ending = await aPartnerKey('ending', madeToExpireIn(days - 0.01));
      const { id } = await aSamlConnection(service.ours, { certificates: pems(ending) });
      await service.sql(
        `update federation_connections set certificate_notice_at = certificate_expires_at - $2 * interval '1 day' where id = $1`,
        [id, days],
      );
      await service.runTask('watch-connections');
      await service.runTask('watch-connections');
      const told = await service.sql(
        `select e.data ->> 'daysLeft' as days, a.severity from events e
         join alerts a on a.source_type = 'CONNECTION' and a.source_id = e.data ->> 'connectionId'
        where e.type = 'federation.certificate_expiring' and a.source_id = $1`,
        [id],
      );
      expect(told).toEqual([{ days: String(days), severity }]);
    },
  );
});
