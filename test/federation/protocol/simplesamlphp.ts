import type { PartnerKey } from '../../support/service-providers.ts';
import { startSimpleSaml } from '../../support/simplesamlphp.ts';

/** A user who signs in to SimpleSAMLphp by a form. */
export interface IdpUser {
  uid: string;
  password: string;
  attributes: Record<string, string[]>;
}

/** The settings of SimpleSAMLphp as an identity provider. */
export interface IdpSettings {
  users: readonly IdpUser[];
  /** Signs. */
  key: PartnerKey;
  /** Is published beside the key that signs. */
  nextKey?: PartnerKey | undefined;
  /** Whether it encrypts assertions. */
  encrypts?: boolean;
  /** Whether it signs responses, as it does by itself. */
  signsResponses?: boolean;
  /** Whether it wants logout messages by a form. */
  logsOutByForm?: boolean;
  /** Whether it names users by identifiers that last and demands signatures. It does neither by itself. */
  isCareful?: boolean;
}

export interface SimpleSamlIdp {
  origin: string;
  /** Where it publishes its metadata, which is its entity id as well. */
  metadataUrl: string;
  /** Where users begin a sign-in to a service provider. */
  startUrl: (spEntityId: string) => string;
  /** Where users sign out of all, which leads to the home page. */
  signOutUrl: string;
  homeUrl: string;
  configure: (settings: IdpSettings) => void;
  /** Makes a service provider known, by its metadata. */
  know: (spMetadata: string) => void;
}

/** SimpleSAMLphp as an identity provider. */
export async function simpleSamlIdp(settings: IdpSettings): Promise<SimpleSamlIdp> {
  const { origin, put, putKey } = await startSimpleSaml({ settings: ofConfig, host: '127.0.0.1' });
  const metadataUrl = `${origin}/saml2/idp/metadata.php`;
  const configure = ({ users, key, nextKey, ...switches }: IdpSettings): void => {
    putKey('idp', key);
    if (nextKey) putKey('next', nextKey);
    put('authsources.php', sources(users));
    put('saml20-idp-hosted.php', hosted(metadataUrl, { hasNext: nextKey !== undefined, ...switches }));
  };
  configure(settings);
  put('sp.xml', '<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>');
  const homeUrl = `${origin}/module.php/core/frontpage_welcome.php`;
  const below = (path: string, query: Record<string, string>): string =>
    `${origin}/saml2/idp/${path}?${new URLSearchParams(query).toString()}`;
  return {
    origin,
    metadataUrl,
    homeUrl,
    startUrl: (spentityid) => below('SSOService.php', { spentityid }),
    signOutUrl: below('SingleLogoutService.php', { ReturnTo: homeUrl }),
    configure,
    know: (spMetadata) => put('sp.xml', spMetadata),
  };
}

const ofConfig = `
  'enable.saml20-idp' => true,
  'module.enable' => ['core' => true, 'saml' => true, 'exampleauth' => true],
  'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => __DIR__ . '/sp.xml']],
`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const sources = (users: readonly IdpUser[]): string => `<?php
$config = [
  'users' => [
    'exampleauth:UserPass',
    ${users
      .map(({ uid, password, attributes }) => {
        const pairs = Object.entries({ uid: [uid], ...attributes }).map(
          ([name, values]) => `${quoted(name)} => [${values.map(quoted).join(', ')}]`,
        );
        return `${quoted(`${uid}:${password}`)} => [${pairs.join(', ')}],`;
      })
      .join('\n    ')}
  ],
];
`;

type Switches = Pick<IdpSettings, 'encrypts' | 'signsResponses' | 'isCareful' | 'logsOutByForm'> & {
  hasNext: boolean;
};

const hosted = (
  entityId: string,
  { hasNext, encrypts = false, signsResponses = true, isCareful = true, logsOutByForm = false }: Switches,
): string => `<?php
$metadata['${entityId}'] = [
  'host' => '__DEFAULT__',
  'auth' => 'users',
  'privatekey' => 'idp.key',
  'certificate' => 'idp.pem',
  ${hasNext ? `'new_privatekey' => 'next.key', 'new_certificate' => 'next.pem',` : ''}
  'sign.logout' => true,
  ${isCareful ? careful : ''}
  ${logsOutByForm ? `'SingleLogoutServiceBinding' => ['urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'],` : ''}
  'saml20.sign.response' => ${signsResponses},
  'assertion.encryption' => ${encrypts},
];
`;

/** The settings of a careful administrator. */
const careful = `
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'authproc' => [10 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid']],
  'redirect.validate' => true,
  'validate.logout' => true,
`;
