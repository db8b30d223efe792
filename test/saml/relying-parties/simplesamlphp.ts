import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { programOf } from '../../support/programs.ts';
import { serve } from '../../support/served.ts';
import type { ForeignParty, Settings } from './foreign-party.ts';

const installed = '/usr/share/simplesamlphp';

const php = programOf('php');
/** A package of its own in Debian. Without it, SimpleSAMLphp shows an error page. */
const readsXml = (program: string): boolean =>
  spawnSync(program, ['-r', 'exit(extension_loaded("dom") ? 0 : 1);']).status === 0;

/** PHP, if this machine has it with SimpleSAMLphp and the extension that reads XML. */
export const phpWithSimpleSaml = existsSync(join(installed, 'www')) && php && readsXml(php) ? php : undefined;

/** SimpleSAMLphp in the web server that PHP has for developers. It reads its configuration with every request. */
export async function simpleSamlPhp(settings: Settings): Promise<ForeignParty> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const metadataUrl = `${origin}/module.php/saml/sp/metadata.php/keyward`;
  const folder = mkdtempSync(join(tmpdir(), 'keyward-simplesamlphp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  for (const name of ['sessions', 'data', 'temporary']) mkdirSync(join(folder, name));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  put('config.php', configuration(folder, origin));
  const configure = async ({ idpMetadata, key, nextKey }: Settings): Promise<void> => {
    put('idp.xml', idpMetadata);
    for (const [name, { privateKey, certificate }] of Object.entries({ sp: key, next: nextKey ?? key })) {
      put(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
      put(`${name}.pem`, certificate);
    }
    put('authsources.php', source(metadataUrl, entityIdOf(idpMetadata), nextKey !== undefined));
  };
  await configure(settings);
  const words = ['-d', 'display_errors=0', '-d', 'opcache.enable=0', '-S', `127.0.0.1:${port}`];
  const app = resolve('test/saml/relying-parties/simplesamlphp_app.php');
  const env = { PATH: process.env['PATH'], SIMPLESAMLPHP_CONFIG_DIR: folder };
  await serve(phpWithSimpleSaml ?? '', [...words, '-t', join(installed, 'www'), app], { env }, port);
  return { origin, metadataUrl, configure };
}

const entityIdOf = (metadata: string): string => / entityID="([^"]*)"/.exec(metadata)?.[1] ?? '';

const configuration = (folder: string, origin: string): string => `<?php
$config = [
  'baseurlpath' => '${origin}/',
  'secretsalt' => 'of-this-test-alone',
  'auth.adminpassword' => 'of-this-test-alone',
  'timezone' => 'UTC',
  'certdir' => '${folder}',
  'datadir' => '${folder}/data',
  'tempdir' => '${folder}/temporary',
  'metadatadir' => '${folder}',
  'metadata.sources' => [['type' => 'xml', 'file' => '${folder}/idp.xml']],
  'logging.handler' => 'stderr',
  'logging.level' => SimpleSAML\\Logger::INFO,
  'showerrors' => true,
  'errorreporting' => false,
  'module.enable' => ['core' => true, 'saml' => true],
  'store.type' => 'phpsession',
  'session.phpsession.savepath' => '${folder}/sessions',
  'session.cookie.secure' => false,
  'trusted.url.domains' => ['${new URL(origin).host}'],
];
`;

/** What a careful administrator sets: the defaults sign nothing, and take assertions that are not encrypted. */
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
