import { readdirSync, readFileSync } from 'node:fs';
import { Provider } from 'oidc-provider';
import { expect, test } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { configurationOf } from '../../../src/oidc/engine/configuration.ts';
import type { EngineParts } from '../../../src/oidc/engine/parts.ts';
import { patchedVersion } from '../../../src/oidc/engine/patches.ts';
import { newKeys } from '../../../src/oidc/signing-keys.ts';

const versionIn = (file: string, read: (json: Record<string, Record<string, string>>) => unknown): unknown =>
  read(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>);

test('the patches were written for the version of oidc-provider that package.json names', () => {
  expect(versionIn('package.json', (json) => json['dependencies']?.['oidc-provider'])).toBe(patchedVersion);
});

test('the installed version is that one', () => {
  expect(versionIn('node_modules/oidc-provider/package.json', (json) => json['version'])).toBe(
    patchedVersion,
  );
});

test('the engine has every method that a patch overwrites, and every list of fields', async () => {
  const settings = {
    orgId: newId('org'),
    version: 1,
    keys: await newKeys(['RS256', 'ES256']),
    scopes: [],
    blockedHosts: [],
  };
  const provider = new Provider('http://localhost:3000', configurationOf(settings, {} as EngineParts));
  const { AccessToken, Client, ClientCredentials, Grant, RefreshToken, Session } = provider;
  const overwritten: [owner: object, names: string[]][] = [
    [Client.prototype, ['compareClientSecret', 'backchannelLogout']],
    [AccessToken.prototype, ['generateTokenId', 'getValueAndPayload']],
    [ClientCredentials.prototype, ['generateTokenId', 'getValueAndPayload']],
    [RefreshToken.prototype, ['generateTokenId']],
    [Grant.prototype, ['getOIDCScope', 'getResourceScope', 'getOIDCClaims']],
    [provider.IdToken, ['validate']],
    [provider.IdToken.prototype, ['payload']],
    [Session, ['get']],
    [Provider.prototype, ['registerResponseMode']],
    ...[AccessToken, ClientCredentials, RefreshToken].map((one): [object, string[]] => [one, ['find']]),
  ];
  for (const [owner, names] of overwritten)
    for (const name of names) expect(Reflect.get(owner, name), name).toBeTypeOf('function');
  // A refresh token gets its scopes from the class of all tokens.
  const { scopes } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(RefreshToken.prototype));
  expect(scopes?.get).toBeTypeOf('function');
  for (const one of [AccessToken, Grant, Session])
    expect(Reflect.get(one, 'IN_PAYLOAD'), one.name).toBeInstanceOf(Array);
});

test('no other file of the room overwrites the engine or reaches into its files', () => {
  const reach =
    /\.prototype\b|\bIN_PAYLOAD\b|\bdefineProperty\b|\bdeleteProperty\b|extends Provider\b|\.use\(async|\.(?:find|get|validate)\s*=[^=>]|oidc-provider\//;
  const files = readdirSync('src/oidc', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.filter((name) => reach.test(readFileSync(`src/oidc/${name}`, 'utf8')))).toEqual([
    'engine/hint-patch.ts',
    'engine/nonce-patch.ts',
    'engine/patches.ts',
    'engine/published.ts',
    'engine/requested-scopes.ts',
    'engine/signed-introspection.ts',
    'engine/token-patches.ts',
  ]);
});
