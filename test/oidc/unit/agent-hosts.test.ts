import { describe, expect, test } from 'vitest';
import { isId } from '../../../src/lib/id.ts';
import { hasHost, hostsOf, isBlocked, refusalOfBlockedHost } from '../../../src/oidc/agent-hosts.ts';
import { agentIdOf } from '../../../src/oidc/agent-id.ts';

const registered = (...redirectUris: string[]) => ({
  clientId: 'cli_01kahz5v3be4nr7q2m8x9c0d1e',
  redirectUris,
  origin: 'REGISTRATION' as const,
});

describe('hostsOf', () => {
  test('names the host of a document and of redirects, loopback without its port, and the scheme of an app', () => {
    const clientId = 'https://agents.example.com:8443/client.json';
    const redirectUris = [
      'http://127.0.0.1:7777/cb',
      'https://b.example/cb',
      'https://b.example/other',
      'com.example.app:/cb',
    ];
    expect(hostsOf({ clientId, redirectUris })).toEqual({
      host: 'agents.example.com:8443',
      redirectHosts: ['127.0.0.1', 'b.example', 'com.example.app:'],
      loopbackOnly: false,
    });
    expect(hostsOf(registered('http://localhost/cb', 'http://[::1]/cb')).loopbackOnly).toBe(true);
    expect(hostsOf(registered()).loopbackOnly).toBe(false);
  });
});

describe('isBlocked', () => {
  test.for([
    ['the host of a redirect', ['b.example'], true],
    ['names below a host', ['*.example'], true],
    ['a host that only ends alike', ['example'], false],
    ['a wildcard for the host itself', ['*.b.example'], false],
    ['another port', ['b.example:8443'], false],
  ] as const)('compares %s', ([, blocked, expected]) => {
    expect(isBlocked(registered('https://b.example/cb'), blocked)).toBe(expected);
  });

  test('never concerns a client of an administrator', () => {
    const own = { ...registered('https://b.example/cb'), origin: 'ADMINISTRATOR' as const };
    expect(isBlocked(own, ['b.example'])).toBe(false);
  });

  test('compares the host of a document, too', () => {
    const published = {
      clientId: 'https://a.example/client.json',
      redirectUris: ['http://127.0.0.1/cb'],
      origin: 'METADATA_DOCUMENT' as const,
    };
    expect(isBlocked(published, ['a.example'])).toBe(true);
    expect(hasHost(published, '127.0.0.1')).toBe(true);
  });
});

describe('refusalOfBlockedHost', () => {
  test.for(['example.com', '*.example.com', 'example.com:8443', 'xn--bcher-kva.example'])(
    'takes %s',
    (host) => expect(refusalOfBlockedHost(host)).toBeUndefined(),
  );
  test.for([
    '',
    '*.',
    'Example.com',
    'https://example.com',
    'example.com/a',
    'a@example.com',
    'localhost',
    '127.0.0.1:80',
    '*',
    'bücher.example',
    'example.com:443',
  ])('refuses %s', (host) => expect(refusalOfBlockedHost(host)).toBeDefined());
});

describe('agentIdOf', () => {
  test('is an id of our form, the same for the same client, and another one in another tenant', () => {
    const id = agentIdOf('org_1', 'https://a.example/client.json');
    expect(isId('agt', id)).toBe(true);
    expect(agentIdOf('org_1', 'https://a.example/client.json')).toBe(id);
    expect(agentIdOf('org_2', 'https://a.example/client.json')).not.toBe(id);
    expect(agentIdOf('org_1', 'https://a.example/client.json?')).not.toBe(id);
  });
});
