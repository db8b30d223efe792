import type { ServiceProvider } from '../../generated/types.gen.ts';
import { js } from './quoted.ts';

/** The addresses of Keyward that a SAML application must know. */
export interface IdentityProvider {
  /** The entity id, and the address of the metadata. */
  entityId: string;
  signOn: string;
  signOut: string;
}

export const identityProviderOf = (tenant: string): IdentityProvider => {
  const base = `${location.origin}/api/saml/${tenant}`;
  return { entityId: `${base}/metadata`, signOn: `${base}/sso`, signOut: `${base}/slo` };
};

/** Settings of well-known products with the values of a service provider. */
export const samlSamples = (
  { entityId, acsUrl }: Pick<ServiceProvider, 'entityId' | 'acsUrl'>,
  keyward: IdentityProvider,
  /** In base64, without the lines of PEM. */
  certificate: string,
): { label: string; source: string }[] => [
  {
    label: 'Node (node-saml)',
    source: [
      "import { SAML } from '@node-saml/node-saml';",
      '',
      'const saml = new SAML({',
      `  issuer: ${js(entityId)},`,
      `  callbackUrl: ${js(acsUrl)},`,
      `  entryPoint: ${js(keyward.signOn)},`,
      `  idpIssuer: ${js(keyward.entityId)},`,
      `  idpCert: [${js(certificate)}],`,
      '  // The registration at Keyward chooses the format of the NameID.',
      '  identifierFormat: null,',
      "  validateInResponseTo: 'always',",
      '});',
    ].join('\n'),
  },
  {
    label: 'Python (python3-saml)',
    source: JSON.stringify(
      {
        strict: true,
        sp: {
          entityId,
          assertionConsumerService: {
            url: acsUrl,
            binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
          },
        },
        idp: {
          entityId: keyward.entityId,
          singleSignOnService: {
            url: keyward.signOn,
            binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          },
          singleLogoutService: {
            url: keyward.signOut,
            binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          },
          x509cert: certificate,
        },
        security: { wantMessagesSigned: true, wantAssertionsSigned: true },
      },
      undefined,
      2,
    ),
  },
  {
    label: 'Apache (mod_auth_mellon)',
    source: [
      `# curl -sS ${keyward.entityId} > /etc/apache2/keyward.xml`,
      'MellonEnable auth',
      'MellonEndpointPath /mellon',
      `MellonSPentityId ${entityId}`,
      'MellonSPPrivateKeyFile /etc/apache2/sp.key',
      'MellonSPCertFile /etc/apache2/sp.crt',
      'MellonIdPMetadataFile /etc/apache2/keyward.xml',
    ].join('\n'),
  },
];
