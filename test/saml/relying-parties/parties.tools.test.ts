import { describe, expect } from 'vitest';
import { drawn } from '../../support/thorough.ts';
import { anUpcomingSamlKey, aPartnerKey } from '../../support/service-providers.ts';
import { test } from '../../support/service.ts';
import { aScene, parties, signInAndOut } from './scene.ts';

// The slowest takes most of a minute. The night has all of them.
const some = drawn(parties, 1, 'SAML service providers');

describe.for(some)('%s', { timeout: 60_000 }, ([name, isMissing, start]) => {
  test.skipIf(isMissing)(
    'signs a user in and out, and goes on with each new certificate of ours',
    async ({ service }) => {
      const scene = await aScene(service, start);
      const { nameId } = await signInAndOut(scene);
      // mod_auth_mellon asks for identifiers that are new with each login.
      const known = name.startsWith('Apache') ? {} : { nameId };
      const keyId = await anUpcomingSamlKey(scene.api);
      const both = await scene.metadataOfOurs();
      expect(both.match(/<ds:X509Certificate>/g)?.length).toBeGreaterThan(2);
      await scene.configure({ idpMetadata: both });
      expect(await signInAndOut(scene)).toMatchObject(known);
      await scene.api.call('activateSigningKey', { path: { keyId } });
      expect(await signInAndOut(scene)).toMatchObject(known);
      await scene.configure({ idpMetadata: await scene.metadataOfOurs() });
      expect(await signInAndOut(scene)).toMatchObject(known);
    },
  );

  test.skipIf(isMissing)(
    'is refused with a new key of its own until an administrator approves the key',
    async ({ service }) => {
      const scene = await aScene(service, start);
      const key = await aPartnerKey('replaced');
      await scene.configure({ key });
      const refused = await scene.here.open((await scene.there.open('/private/')).url);
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'SAML_SIGNATURE_INVALID']);
      const { pendingChange } = await scene.refresh();
      expect(pendingChange).toMatchObject({ reasons: ['CERTIFICATES_REPLACED'] });
      const approved = await scene.api.call('approveServiceProviderChange', {
        path: { spId: scene.spId },
        body: { changeId: pendingChange.id },
      });
      expect(approved.body).toMatchObject({ signingCertificates: [key.certificate], pendingChange: null });
      await signInAndOut(scene);
    },
  );
});

describe.for(some.filter(([name]) => !name.startsWith('Apache')))(
  '%s with two keys of its own',
  { timeout: 60_000 },
  ([, isMissing, start]) => {
    test.skipIf(isMissing)(
      'signs a user in and out with the first, with both published, and with the second alone',
      async ({ service }) => {
        const scene = await aScene(service, start);
        const { nameId } = await signInAndOut(scene);
        const nextKey = await aPartnerKey('next');
        await scene.configure({ nextKey });
        const both = await scene.refresh();
        expect(both).toMatchObject({ pendingChange: null, metadataError: null });
        expect(both.signingCertificates).toHaveLength(2);
        expect(await signInAndOut(scene)).toMatchObject({ nameId });
        await scene.configure({ key: nextKey, nextKey: undefined });
        expect(await scene.refresh()).toMatchObject({
          pendingChange: null,
          metadataError: null,
          signingCertificates: [nextKey.certificate],
          encryptionCertificate: nextKey.certificate,
        });
        expect(await signInAndOut(scene)).toMatchObject({ nameId });
      },
    );
  },
);
