import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/oidc/client-document.ts';
import { type DocumentProblem, problemOfAddress } from '../../../src/oidc/document-problem.ts';
import { isDocumentUrl } from '../../../src/oidc/strangers.ts';
import { randomFrom } from '../../support/random.ts';
import { rounds } from '../../support/thorough.ts';

const url = 'https://agent.example.com/client.json';
const publicKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

const whole = { client_id: url, client_name: 'Agent', redirect_uris: ['https://agent.example.com/callback'] };
const way = { loopbackRedirects: false, mayReach: () => true };
const read = (fields: Record<string, unknown>, more: Partial<typeof way> = {}) =>
  readDocument(Buffer.from(JSON.stringify({ ...whole, ...fields })), url, { ...way, ...more });

const problemOf = (fields: Record<string, unknown>, more?: Partial<typeof way>): unknown => {
  const answer = read(fields, more);
  return 'problem' in answer ? answer.problem : 'none';
};

const clientOf = (fields: Record<string, unknown>, more?: Partial<typeof way>) => {
  const answer = read(fields, more);
  if ('problem' in answer) throw new Error(`refused: ${answer.problem} ${answer.field ?? ''}`);
  return answer.client;
};

describe('a document', () => {
  test('without a method and grants is that of a public client with codes', () => {
    expect(clientOf({})).toEqual({
      name: 'Agent',
      clientUri: null,
      applicationType: 'web',
      redirectUris: whole.redirect_uris,
      grantTypes: ['authorization_code'],
      tokenEndpointAuthMethod: 'none',
      idTokenSignedResponseAlg: 'RS256',
      jwks: null,
      jwksUri: null,
      dpopBoundAccessTokens: false,
    });
  });

  test('as VS Code and Claude Code publish theirs is that of a native client, where programs of the computer are allowed', () => {
    const fields = {
      redirect_uris: [
        'http://127.0.0.1/callback',
        'http://localhost/callback',
        'https://vscode.dev/redirect',
      ],
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'mcp:tools',
      software_id: 'x',
    };
    expect(problemOf(fields)).toBe('LOOPBACK');
    expect(clientOf(fields, { loopbackRedirects: true })).toMatchObject({
      applicationType: 'native',
      grantTypes: ['authorization_code', 'refresh_token'],
    });
  });

  test.for<[string, Record<string, unknown>, DocumentProblem]>([
    ['that names another address', { client_id: `${url}?` }, 'OTHER_CLIENT_ID'],
    ['that names no address', { client_id: undefined }, 'OTHER_CLIENT_ID'],
    ['with a secret', { client_secret: 'x' }, 'SECRET'],
    ['with the end of a secret', { client_secret_expires_at: 0 }, 'SECRET'],
    ['with a method of secrets', { token_endpoint_auth_method: 'client_secret_basic' }, 'METHOD'],
    ['with a method of shared keys', { token_endpoint_auth_method: 'client_secret_jwt' }, 'METHOD'],
    ['with several methods', { token_endpoint_auth_method: ['none', 'client_secret_post'] }, 'METHOD'],
    ['without keys for its method', { token_endpoint_auth_method: 'private_key_jwt' }, 'KEYS'],
    ['with a private key', { jwks: { keys: [privateKey] } }, 'KEYS'],
    ['with a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AAAA' }] } }, 'KEYS'],
    [
      'with keys at an address that is not https',
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://agent.example.com/keys' },
      'KEYS',
    ],
    ['without redirect URIs', { redirect_uris: [] }, 'NO_REDIRECTS'],
    ['with a redirect URI that is an object', { redirect_uris: [{}] }, 'REDIRECT'],
    ['with a script for a redirect URI', { redirect_uris: ['javascript:alert(1)'] }, 'REDIRECT'],
    ['with a redirect URI of plain HTTP', { redirect_uris: ['http://agent.example.com/'] }, 'REDIRECT'],
    ['with a fragment in a redirect URI', { redirect_uris: ['https://agent.example.com/#x'] }, 'REDIRECT'],
    ['with https at a loopback address', { redirect_uris: ['https://localhost/cb'] }, 'REDIRECT'],
    ['that wants no codes', { grant_types: ['client_credentials'] }, 'GRANTS'],
    ['that wants implicit answers', { response_types: ['id_token'] }, 'GRANTS'],
    ['with ID tokens that are not signed', { id_token_signed_response_alg: 'none' }, 'FIELD'],
  ])('%s is refused', ([, fields, problem]) => expect(problemOf(fields)).toBe(problem));

  test('that is ambiguous JSON is refused', () => {
    const twice = `{"client_id":"${url}","client_id":"${url}","redirect_uris":["https://a.example/"]}`;
    for (const text of [twice, '[]', 'null', '"x"', '{', ''])
      expect(readDocument(Buffer.from(text), url, way)).toMatchObject({ problem: 'NOT_JSON' });
  });

  test('has keys that are public only', () => {
    const fields = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [publicKey] } };
    expect(clientOf(fields)).toMatchObject({
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [publicKey] },
    });
  });

  test('gives a name of one line without disguise, and its host if it gives none', () => {
    const name = `Bank\u202Egro.elpmaxe\n${'x'.repeat(200)}`;
    expect(clientOf({ client_name: name }).name).toMatch(/^Bankgro\.elpmaxe x{1,90}$/);
    for (const empty of [undefined, '', '\u200B', 5])
      expect(clientOf({ client_name: empty }).name).toBe('agent.example.com');
  });

  test('gives a page of its own host only', () => {
    expect(clientOf({ client_uri: 'https://agent.example.com/about' }).clientUri).toBe(
      'https://agent.example.com/about',
    );
    expect(clientOf({ client_uri: 'https://bank.example.com/' }).clientUri).toBeNull();
  });

  test('with random values is refused, or is a client that a stranger may be', () => {
    const { pick, below, text } = randomFrom(Number(process.env['TEST_SEED']));
    const values = (): unknown =>
      pick([
        null,
        0,
        -1,
        true,
        '',
        text(12),
        [],
        {},
        [text(3)],
        [null],
        { keys: [] },
        'none',
        ['none'],
        `https://${text(9)}/`,
      ]);
    const texts = 'client_id client_name client_uri redirect_uris grant_types response_types jwks jwks_uri';
    const choices =
      'token_endpoint_auth_method id_token_signed_response_alg dpop_bound_access_tokens client_secret';
    const names = `${texts} ${choices}`.split(' ');
    for (let round = 0; round < rounds(10_000, 1_000, 100); round++) {
      const fields = Object.fromEntries(Array.from({ length: 1 + below(3) }, () => [pick(names), values()]));
      const answer = read(fields);
      if ('problem' in answer) continue;
      expect(fields['client_id'] ?? url).toBe(url);
      expect(fields).not.toHaveProperty('client_secret');
      expect(answer.client.grantTypes).toContain('authorization_code');
      expect(answer.client.redirectUris.every((uri) => uri.startsWith('https://'))).toBe(true);
      expect(['none', 'private_key_jwt']).toContain(answer.client.tokenEndpointAuthMethod);
    }
  });
});

describe('the address of a document', () => {
  test.for<[string, DocumentProblem]>([
    ['http://agent.example.com/client', 'NOT_HTTPS'],
    ['HTTPS://agent.example.com/client', 'NOT_HTTPS'],
    ['https://agent.example.com', 'NO_PATH'],
    ['https://agent.example.com/client#x', 'FRAGMENT'],
    ['https://agent.example.com/client#', 'FRAGMENT'],
    ['https://agent.example.com/a/../client', 'DOT_SEGMENTS'],
    ['https://agent.example.com/a/%2e%2E/client', 'DOT_SEGMENTS'],
    ['https://agent.example.com/./client', 'DOT_SEGMENTS'],
    ['https://user@agent.example.com/client', 'USER_INFORMATION'],
    ['https://:@agent.example.com/client', 'USER_INFORMATION'],
    ['https://Agent.example.com/client', 'UNUSUAL_FORM'],
    ['https://agent.example.com:443/client', 'UNUSUAL_FORM'],
    ['https://agent.example.com/cli ent', 'UNUSUAL_FORM'],
    ['https://agent.example.com\\client/x', 'UNUSUAL_FORM'],
    ['https:///client', 'UNUSUAL_FORM'],
    [`https://agent.example.com/${'x'.repeat(500)}`, 'TOO_LONG'],
  ])('%s is refused', ([address, problem]) => {
    expect(problemOfAddress(address)).toBe(problem);
    expect(isDocumentUrl(address)).toBe(false);
  });

  test.for(['https://agent.example.com/', 'https://agent.example.com:8443/c.json?v=1'])(
    '%s is taken',
    (address) => {
      expect(problemOfAddress(address)).toBeUndefined();
      expect(isDocumentUrl(address)).toBe(true);
    },
  );
});
