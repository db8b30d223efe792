import { describe, expect } from 'vitest';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import { aCallerWith } from '../../support/builders.ts';
import {
  aSamlSubject,
  arrive,
  awayBySaml,
  responseTo,
  type SamlConnected,
  samlConnected,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';

const use = 'SAML_ENCRYPTION';

const publishedBy = async ({ anonymous }: TestService, { id }: SamlConnected) => {
  const { body } = await anonymous.call('getSamlConnectionMetadata', { path: { id } });
  return readServiceProviderMetadata(body).encryptionCertificates.map(({ pem }) => pem);
};

/** Signs in by an assertion that is encrypted for a certificate. @returns the status at the ACS: 303, or 400 */
async function statusOf(service: TestService, one: SamlConnected, certificate: string): Promise<number> {
  const { asked } = await awayBySaml(service, one);
  const encryption = { certificate, algorithm: 'aes256-gcm' as const };
  const xml = responseTo(one, asked.id, { ...aSamlSubject(one), protection: { encryption } });
  return (await arrive(service, one, xml, asked.relayState)).status;
}

const rotate = async ({ ours }: Pick<TestService, 'ours'>, emergency = false) => {
  const { status, body } = await ours.call('rotateSigningKeys', { body: { use, emergency } });
  expect(status).toBe(200);
  return body.data;
};

const listed = async ({ ours }: Pick<TestService, 'ours'>) =>
  (await ours.call('listSigningKeys', { query: { use } })).body.data;

describe('activateSigningKey', () => {
  test('refuses a key that assertions are encrypted for, which needs no activation', async ({ service }) => {
    const [made] = await rotate(service);
    const { status, body } = await service.ours.call('activateSigningKey', { path: { keyId: made.id } });
    expect([status, body.code, body.details.use]).toEqual([409, 'KEY_STATE_CONFLICT', use]);
  });
});

describe('the rotation of the key that assertions are encrypted for', () => {
  test('publishes the new key, and the key before decrypts for 30 days more', async ({ service }) => {
    const one = await samlConnected(service);
    const [before = ''] = await publishedBy(service, one);
    const [known] = await listed(service);
    expect(known).toMatchObject({
      use,
      status: 'ACTIVE',
      algorithm: 'RSA-OAEP',
      retiredAt: null,
      removedAt: null,
    });
    expect(await statusOf(service, one, before)).toBe(303);
    const [made, old] = await rotate(service);
    expect([made, old]).toMatchObject([
      { status: 'ACTIVE', certificate: expect.not.stringContaining(before) },
      { id: known.id, status: 'RETIRED', certificate: before },
    ]);
    const days = (new Date(old.removedAt).getTime() - new Date(old.retiredAt).getTime()) / 86_400_000;
    expect(days).toBe(30);
    expect(await publishedBy(service, one)).toEqual([made.certificate]);
    expect([await statusOf(service, one, before), await statusOf(service, one, made.certificate)]).toEqual([
      303, 303,
    ]);
    await service.sql(
      "update federation_encryption_keys set retired_at = retired_at - interval '30 days' where id = $1",
      [old.id],
    );
    expect([await statusOf(service, one, before), await statusOf(service, one, made.certificate)]).toEqual([
      400, 303,
    ]);
    expect((await listed(service)).map(({ id }: { id: string }) => id)).toEqual([made.id]);
    await service.runTask('clean-up');
    expect(await service.sql('select from federation_encryption_keys where id = $1', [old.id])).toEqual([]);
    expect(await service.sql('select from federation_encryption_keys where id = $1', [made.id])).toHaveLength(
      1,
    );
  });

  test('removes the keys before in an emergency', async ({ service }) => {
    const one = await samlConnected(service);
    const [before = ''] = await publishedBy(service, one);
    const [made, ...others] = await rotate(service, true);
    expect(others).toEqual([]);
    expect(await publishedBy(service, one)).toEqual([made.certificate]);
    expect([await statusOf(service, one, before), await statusOf(service, one, made.certificate)]).toEqual([
      400, 303,
    ]);
  });

  test('leaves keys that sign and keys of other tenants, is told and recorded, and needs keys.write', async ({
    service,
  }) => {
    const theirs = await samlConnected(service, {}, service.organizations.theirs.live.orgId);
    const ofTheirs = await publishedBy(service, theirs);
    const signing = async () =>
      (await service.ours.call('listSigningKeys', { query: { use: 'SAML' } })).body.data;
    const before = await signing();
    const [made] = await rotate(service);
    expect([await signing(), await publishedBy(service, theirs)]).toEqual([before, ofTheirs]);
    const told = await service.sql<{ data: object }>(
      "select data from events where type = 'key.rotated' and data ->> 'keyId' = $1",
      [made.id],
    );
    expect(told).toMatchObject([{ data: { algorithm: 'RSA-OAEP', emergency: false } }]);
    const recorded = await service.sql(
      "select result from audit_logs where action = 'key.create' and target_id = $1",
      [made.id],
    );
    expect(recorded).toEqual([{ result: 'SUCCESS' }]);
    const { caller } = await aCallerWith(service, ['federation.write', 'keys.read']);
    expect((await caller.call('rotateSigningKeys', { body: { use } })).status).toBe(403);
  });
});
