import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { programOf } from './programs.ts';
import { serve } from './served.ts';
import type { PartnerKey } from './service-providers.ts';

const installed = '/usr/share/simplesamlphp';

const php = programOf('php');
/** A package of its own in Debian. Without it, SimpleSAMLphp shows an error page. */
const readsXml = (program: string): boolean =>
  spawnSync(program, ['-r', 'exit(extension_loaded("dom") ? 0 : 1);']).status === 0;

/** PHP, if this machine has it with SimpleSAMLphp and the extension that reads XML. */
export const phpWithSimpleSaml = existsSync(join(installed, 'www')) && php && readsXml(php) ? php : undefined;

/** SimpleSAMLphp that runs until the test ends. */
export interface SimpleSaml {
  origin: string;
  /** Writes a file of its configuration. It reads all of them with every request. */
  put: (name: string, text: string) => void;
  /** Writes NAME.key and NAME.pem. */
  putKey: (name: string, key: PartnerKey) => void;
}

/** How SimpleSAMLphp runs. */
interface Running {
  /** Lines of PHP for config.php. */
  settings: string;
  /** A program that sees each request first. */
  app?: string;
  /** At 127.0.0.1, browsers take it for another site than the tested service at localhost. */
  host?: 'localhost' | '127.0.0.1';
}

/** Starts SimpleSAMLphp in the web server that PHP has for developers. */
export async function startSimpleSaml({ settings, app, host = 'localhost' }: Running): Promise<SimpleSaml> {
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'keyward-simplesamlphp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  for (const name of ['sessions', 'data', 'temporary']) mkdirSync(join(folder, name));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  put('config.php', configuration(origin, settings));
  const words = ['-d', 'display_errors=0', '-d', 'opcache.enable=0', '-S', `127.0.0.1:${port}`];
  const env = { PATH: process.env['PATH'], SIMPLESAMLPHP_CONFIG_DIR: folder };
  const site = ['-t', join(installed, 'www'), ...(app === undefined ? [] : [app])];
  await serve(phpWithSimpleSaml ?? '', [...words, ...site], { env }, port);
  return {
    origin,
    put,
    putKey(name, { privateKey, certificate }) {
      put(`${name}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
      put(`${name}.pem`, certificate);
    },
  };
}

const configuration = (origin: string, settings: string): string => `<?php
$config = [
  'baseurlpath' => '${origin}/',
  'secretsalt' => 'of-this-test-alone',
  'auth.adminpassword' => 'of-this-test-alone',
  'timezone' => 'UTC',
  'certdir' => __DIR__,
  'datadir' => __DIR__ . '/data',
  'tempdir' => __DIR__ . '/temporary',
  'metadatadir' => __DIR__,
  'logging.handler' => 'stderr',
  'logging.level' => SimpleSAML\\Logger::INFO,
  'showerrors' => true,
  'errorreporting' => false,
  'store.type' => 'phpsession',
  'session.phpsession.savepath' => __DIR__ . '/sessions',
  'session.cookie.secure' => false,
  'trusted.url.domains' => ['${new URL(origin).host}'],
  ${settings}
];
`;
