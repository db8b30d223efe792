import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type TestService, test } from '../../support/service.ts';
import {
  anEcCertificate,
  aPartnerKey,
  aServiceProvider,
  groupOf,
  metadataOf,
  type PartnerKey,
} from '../../support/service-providers.ts';

// Metadata with entities and keys beside those that are used.

let receiver: Receiver;
/** The metadata that the receiver publishes. */
let said = '';
let [old, fresh]: PartnerKey[] = [];
beforeAll(async () => {
  receiver = await startReceiver((response) => {
    response.writeHead(200, { 'Content-Type': 'application/samlmetadata+xml' }).end(said);
  });
  [old, fresh] = [await aPartnerKey('old'), await aPartnerKey('fresh')];
});
afterAll(() => receiver.close());

const pems = (...keys: (PartnerKey | undefined)[]): string[] => keys.map((key) => key?.certificate ?? '');

/** A service provider with published metadata, and a way to read other metadata of it. */
async function published(
  { ours }: Pick<TestService, 'ours'>,
  first: Partial<Parameters<typeof metadataOf>[0]>,
) {
  const entityId = `https://app.example.com/${randomUUID()}`;
  said = await metadataOf({ entityId, ...first });
  const { id } = await aServiceProvider(ours, { metadataUrl: receiver.url });
  const call = (operation: Parameters<typeof ours.call>[0]) => ours.call(operation, { path: { spId: id } });
  const refresh = async (next: typeof first) => {
    said = await metadataOf({ entityId, ...next });
    return (await call('refreshServiceProviderMetadata')).body;
  };
  return { call, refresh };
}

describe('metadata of a service provider', () => {
  test('reads the entity of a group that was selected, also when the group has changed', async ({
    service,
  }) => {
    const entityId = `https://app.example.com/${randomUUID()}`;
    const publish = async (...signing: (PartnerKey | undefined)[]): Promise<void> => {
      const others = await Promise.all(['urn:a', 'urn:z'].map((other) => metadataOf({ entityId: other })));
      const wanted = await metadataOf({ entityId, signing: pems(...signing) });
      const [first = '', last = ''] = signing.length === 1 ? others : others.toReversed();
      said = groupOf(first, wanted, last);
    };
    await publish(old);
    const metadataUrl = receiver.url;
    const { id } = await aServiceProvider(service.ours, { metadataUrl, entityId });
    await publish(old, fresh);
    const { body } = await service.ours.call('refreshServiceProviderMetadata', { path: { spId: id } });
    expect(body).toMatchObject({ entityId, signingCertificates: pems(old, fresh), metadataError: null });
  });

  test('uses the RSA keys beside keys of curves, and says what it left out until it is gone', async ({
    service,
  }) => {
    const ec = await anEcCertificate('ec');
    const sentence =
      'The certificate CN=ec of the metadata is not used, because it must hold an RSA key of 2048 to 8192 bits.';
    const both = { signing: [ec, ...pems(old)], encryption: [ec, ...pems(fresh)] };
    const { call, refresh } = await published(service, both);
    const used = {
      signingCertificates: pems(old),
      encryptionCertificate: fresh?.certificate,
      metadataError: null,
    };
    const { body, headers } = await call('getServiceProvider');
    expect(body).toMatchObject({ ...used, metadataWarning: sentence });
    expect(await refresh({ ...both, signing: pems(old) })).toMatchObject({
      ...used,
      metadataWarning: sentence,
    });
    // Encryption that the metadata asks for does not fall away: nothing is encrypted for the other key.
    const without = await refresh({ ...both, encryption: [ec] });
    expect(without).toMatchObject({
      ...used,
      metadataWarning: sentence,
      metadataError: expect.stringContaining('The certificate CN=ec of the metadata must hold an RSA key'),
    });
    expect(await refresh({ ...both, signing: [ec] })).toMatchObject({
      ...used,
      metadataError: expect.stringContaining('must hold an RSA key'),
    });
    expect(await refresh({ signing: pems(old), encryption: pems(fresh) })).toMatchObject({
      ...used,
      metadataWarning: null,
    });
    expect((await call('getServiceProvider')).headers.get('etag')).toBe(headers.get('etag'));
  });

  test('forgets what was left out where keys by hand replace those of the metadata', async ({ service }) => {
    const xml = {
      signing: [await anEcCertificate('ec'), ...pems(old)],
      entityId: `urn:example:${randomUUID()}`,
    };
    const made = await aServiceProvider(service.ours, { metadataXml: await metadataOf(xml) });
    expect(made['metadataWarning']).toContain('CN=ec');
    const path = { spId: made.id };
    const change = async (body: Record<string, unknown>) =>
      (await service.ours.call('updateServiceProvider', { path, body })).body['metadataWarning'];
    expect(await change({ name: 'Renamed' })).toContain('CN=ec');
    expect(await change({ signingCertificates: pems(fresh) })).toBeNull();
  });
});
