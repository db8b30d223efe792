import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { hostileDocuments } from '../../support/hostile-documents.ts';
import type { Made } from '../../support/hostile-saml.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { test } from '../../support/service.ts';
import { aPartnerKey, aServiceProvider, metadataOf } from '../../support/service-providers.ts';

let receiver: Receiver;
let published: Made = '';
beforeAll(async () => {
  receiver = await startReceiver((response) => {
    response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(published);
  });
});
afterAll(() => receiver.close());

/** Allowed in metadata, which has a reader of its own, or not the same there. */
const others = /comment|CDATA|instruction|style sheet|1,000 (elements|references)|128 KB|namespaces/;

/** Makes a hostile document of metadata: the changes look for marks of a message. */
function changedMetadata(xml: string, change: (xml: string) => Made): Made {
  const role = ' protocolSupportEnumeration=';
  const marked = xml.replace(
    '</md:EntityDescriptor>',
    '<md:NameIDFormat></saml:Issuer></md:EntityDescriptor>',
  );
  const made = change(marked.replace(' entityID=', ' Version='));
  const back = (text: string): string =>
    text
      .replaceAll(' Version=', ' entityID=')
      .replace('<md:NameIDFormat>', `<md:AdditionalMetadataLocation namespace="urn:x">https://x.example`)
      .replace('</saml:Issuer>', '</md:AdditionalMetadataLocation>');
  expect(xml).toContain(role);
  return typeof made === 'string'
    ? back(made)
    : Buffer.from(back(Buffer.from(made).toString('latin1')), 'latin1');
}

describe('hostile metadata', () => {
  test('is refused when it is given, and creates no service provider', async ({ service }) => {
    const { ours, sql } = service;
    const { certificate } = await aPartnerKey();
    const xml = await metadataOf({ entityId: `urn:example:${randomUUID()}`, signing: [certificate] });
    const state = () => sql('select t::text from saml_service_providers t order by 1');
    const before = await state();
    const wrong: unknown[] = [];
    let sent = 0;
    for (const [what, change] of hostileDocuments) {
      const made = changedMetadata(xml, change);
      if (others.test(what) || typeof made !== 'string') continue;
      sent++;
      const { status, body } = await ours.call('createServiceProvider', { body: { metadataXml: made } });
      if (status !== 400 && status !== 422) wrong.push([what, status, body]);
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(40);
    expect(await state()).toEqual(before);
    // The marks alone break nothing.
    const good = changedMetadata(xml, (same) => same);
    await aServiceProvider(ours, { metadataXml: good });
  });

  test('is refused at a refresh, and changes nothing', async ({ service }) => {
    const { ours } = service;
    const { certificate } = await aPartnerKey();
    const [fresh, metadataUrl] = [await aPartnerKey('fresh'), `${new URL(receiver.url).origin}/sp`];
    const entityId = `https://app.example.com/${randomUUID()}`;
    published = await metadataOf({ entityId, signing: [certificate] });
    const { id } = await aServiceProvider(ours, { metadataUrl });
    const next = await metadataOf({ entityId, signing: [certificate, fresh.certificate] });
    const wrong: unknown[] = [];
    let sent = 0;
    for (const [what, change] of hostileDocuments) {
      if (others.test(what)) continue;
      sent++;
      published = changedMetadata(next, change);
      const { status, body } = await ours.call('refreshServiceProviderMetadata', { path: { spId: id } });
      const { body: now } = await ours.call('getServiceProvider', { path: { spId: id } });
      const isKept = now.signingCertificates.length === 1 && now.pendingChange === null && now.metadataError;
      if (status >= 500 || !isKept) wrong.push([what, status, body.code, now.metadataError]);
    }
    expect(wrong).toEqual([]);
    expect(sent).toBeGreaterThan(40);
    published = changedMetadata(next, (same) => same);
    const { body } = await ours.call('refreshServiceProviderMetadata', { path: { spId: id } });
    expect(body.signingCertificates).toHaveLength(2);
  });
});
