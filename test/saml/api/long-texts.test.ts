import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';
import {
  aCertificateOf,
  aPartnerKey,
  aServiceProvider,
  metadataOf,
} from '../../support/service-providers.ts';

describe('a certificate with a long subject', () => {
  test('is told of like others', async ({ service }) => {
    // The 200th character is the first half of a pair.
    const certificate = await aCertificateOf(
      `${'c'.repeat(196)}😀 partner`,
      new Date(Date.now() + 29 * 86_400_000),
    );
    const { id } = await aServiceProvider(service.ours, { signingCertificates: [certificate] });
    await service.sql(
      `update saml_service_providers set certificate_notice_at = certificate_expires_at - interval '30 days' where id = $1`,
      [id],
    );
    await service.runTask('watch-service-providers');
    const alerts = await service.sql<{ description: string }>(
      'select description from alerts where source_id = $1',
      [id],
    );
    expect(alerts).toMatchObject([{ description: expect.stringContaining(`${'c'.repeat(196)}\u{FFFD} of`) }]);
  });
});

describe('metadata with a long name', () => {
  test('gives the service provider the beginning of it, in whole characters', async ({ service }) => {
    const name = `<md:Extensions><mdui:UIInfo xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui"><mdui:DisplayName xml:lang="en">${'n'.repeat(99)}😀</mdui:DisplayName></mdui:UIInfo></md:Extensions>`;
    const xml = await metadataOf({
      entityId: `https://app.example.com/${randomUUID()}`,
      signing: [(await aPartnerKey()).certificate],
    });
    const metadataXml = xml.replace(/<md:SPSSODescriptor[^>]*>/, (tag) => `${tag}${name}`);
    const made = await aServiceProvider(service.ours, { metadataXml });
    expect(made).toMatchObject({ name: 'n'.repeat(99) });
  });
});
