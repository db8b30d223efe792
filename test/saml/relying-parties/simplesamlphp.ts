import { resolve } from 'node:path';
import { startSimpleSaml } from '../../support/simplesamlphp.ts';
import type { ForeignParty, Settings } from './foreign-party.ts';

/** SimpleSAMLphp as a service provider. */
export async function simpleSamlPhp(settings: Settings): Promise<ForeignParty> {
  const app = resolve('test/saml/relying-parties/simplesamlphp_app.php');
  const { origin, put, putKey } = await startSimpleSaml({ settings: ofConfig, app });
  const metadataUrl = `${origin}/module.php/saml/sp/metadata.php/keyward`;
  const configure = async ({ idpMetadata, key, nextKey }: Settings): Promise<void> => {
    put('idp.xml', idpMetadata);
    putKey('sp', key);
    putKey('next', nextKey ?? key);
    put('authsources.php', source(metadataUrl, entityIdOf(idpMetadata), nextKey !== undefined));
  };
  await configure(settings);
  return { origin, metadataUrl, configure };
}

const entityIdOf = (metadata: string): string => / entityID="([^"]*)"/.exec(metadata)?.[1] ?? '';

const ofConfig = `
  'metadata.sources' => [['type' => 'xml', 'file' => __DIR__ . '/idp.xml']],
  'module.enable' => ['core' => true, 'saml' => true],
`;

/**
 * Returns the settings of a careful administrator: the defaults sign nothing, and take assertions that are not
 * encrypted.
 */
const source = (entityId: string, idp: string, hasNext: boolean): string => `<?php
$config = [
  'keyward' => [
    'saml:SP',
    'entityID' => '${entityId}',
    'idp' => '${idp}',
    'privatekey' => 'sp.key',
    'certificate' => 'sp.pem',
    ${hasNext ? `'new_privatekey' => 'next.key', 'new_certificate' => 'next.pem',` : ''}
    'NameIDPolicy' => ['Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'AllowCreate' => true],
    'sign.authnrequest' => true,
    'sign.logout' => true,
    'redirect.sign' => true,
    'redirect.validate' => true,
    'validate.logout' => true,
    'WantAssertionsSigned' => true,
    'assertion.encryption' => true,
  ],
];
`;
