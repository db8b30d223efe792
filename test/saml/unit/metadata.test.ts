import { expect, test } from 'vitest';
import { buildServiceProviderMetadata } from '../../../src/saml-messages/build/metadata.ts';
import { bindings } from '../../../src/saml-messages/names.ts';
import { readMetadata } from '../../../src/saml/metadata.ts';
import { MetadataTrouble } from '../../../src/saml-metadata/metadata-reading.ts';
import { acs, now, partner, sp } from '../../support/saml-messages.ts';

/** Reads metadata with these endpoints for logout. */
function settingsWith(...services: readonly [binding: string, location: string][]) {
  const xml = buildServiceProviderMetadata(
    {
      entityId: sp,
      cacheDuration: 86_400,
      nameIdFormats: [],
      signingCertificates: [partner.certificate],
      encryptionCertificates: [],
      encryptionMethods: [],
      authnRequestsSigned: true,
      assertionConsumerServiceUrl: acs,
      singleLogoutServices: services.map(([binding, location]) => ({ binding, location })),
      wantAssertionsSigned: true,
    },
    partner,
  );
  return readMetadata(xml, { pinnedCertificate: null, now }).settings;
}

test.for(['http://localhost:8080/slo', 'http://sp.example/slo'])(
  'an endpoint for logout by SOAP at %s is left out, and the others are read',
  (location) => {
    const settings = settingsWith([bindings.soap, location], [bindings.redirect, 'https://sp.example/slo']);
    expect(settings).toMatchObject({ sloSoapUrl: null, sloUrl: 'https://sp.example/slo' });
  },
);

test('the first endpoint for logout by SOAP over https is read', () => {
  const settings = settingsWith(
    [bindings.soap, 'http://sp.example/slo'],
    [bindings.soap, 'HTTPS://sp.example/first'],
    [bindings.soap, 'https://sp.example/second'],
  );
  expect(settings).toMatchObject({ sloSoapUrl: 'HTTPS://sp.example/first', sloUrl: null });
});

test.for([bindings.redirect, bindings.post])(
  'metadata with an endpoint of browsers that is not https is refused (%s)',
  (binding) => {
    const read = () => settingsWith([binding, 'http://sp.example/slo']);
    expect(read).toThrow(MetadataTrouble);
    expect(read).toThrow('must be https');
  },
);
