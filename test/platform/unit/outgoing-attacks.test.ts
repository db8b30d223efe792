// security.md section 2: what a receiver may try besides being slow, and what the environment may say.
import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { authority, codeOf, outgoing, post, receiver } from '../../support/outgoing-peers.ts';
import { createPrivateCa } from '../../support/private-ca.ts';

afterEach(() => vi.unstubAllEnvs());

/** Sends one text as fast as it is taken, and tells how many bytes that were. */
function flood(
  { socket }: IncomingMessage,
  start: string,
  unit: string,
  sent: (bytes: number) => void,
): void {
  const chunk = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
  let total = 0;
  const more = (): void => {
    while (!socket.destroyed && total < 200_000_000) {
      sent((total += chunk.length));
      if (!socket.write(chunk)) return;
    }
  };
  if (start !== '') socket.write(start); // an empty one is never written under Deno, nor what follows it
  socket.on('error', () => undefined).on('drain', more);
  more();
}

describe('a receiver that floods', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  test.for([
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'],
    ['chunk extensions', `${chunked}1;`, 'a=bbbbbbbbbbbbbbbb;'],
    ['tiny chunks', chunked, `1;${'a'.repeat(60)}\r\nx\r\n`],
    ['trailers', `${chunked}1\r\nx\r\n0\r\n`, 'x-a: bbbbbbbbbbbbbbbb\r\n'],
    ['a reason phrase', 'HTTP/1.1 200 ', 'OK '],
    ['blank lines', '', '\r\n'],
  ] as const)('is cut off although it sends only %s and no body', async ([, start, unit]) => {
    let sent = 0;
    const url = await receiver((request) => flood(request, start, unit, (bytes) => (sent = bytes)));
    expect(await codeOf(outgoing().send(url, { ...post, timeoutMs: 20_000 }))).toBe('RESPONSE_TOO_LARGE');
    expect(sent).toBeLessThan(30_000_000);
  });

  test('does not include one that answers many calls within the limit over one connection', async () => {
    const ports = new Set<number | undefined>();
    const url = await receiver((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(Buffer.alloc(1_000_000, 'x'));
    });
    const { send } = outgoing();
    for (let call = 0; call < 12; call++) expect(await codeOf(send(url, post))).toBe('answered');
    expect(ports.size).toBeLessThan(4);
  });
});

describe('the environment', () => {
  test('cannot disable the check of certificates against host and authority', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    let calls = 0;
    const count: RequestListener = (_, response) => response.end(String((calls += 1)));
    const stranger = await createPrivateCa();
    for (const wrong of [authority.issue('DNS:example.org'), stranger.issue()])
      expect(await codeOf(outgoing().send(await receiver(count, await wrong), post))).toBe('TLS_ERROR');
    expect(calls).toBe(0);
  });

  test('cannot set a proxy', async () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY'])
      vi.stubEnv(name, 'http://127.0.0.1:9');
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const url = await receiver((_, response) => response.end());
    expect(await codeOf(outgoing().send(url, post))).toBe('answered');
  });
});

describe('the ports of outgoing calls', () => {
  const lookUp = async () => [{ address: '93.184.216.34', family: 4 }];

  test.for([0, 1, 22, 25, 80, 465, 1023])('exclude %i of a public address', async (port) => {
    const { send, mayReach } = outgoing({ lookUp });
    expect(mayReach('93.184.216.34', port)).toBe(false);
    expect(await codeOf(send(`https://hooks.example:${port}/`, post))).toBe('BLOCKED_ADDRESS');
  });

  test('include 443, those above 1023, and those the operator allows', async () => {
    const { mayReach } = outgoing({ allow: [{ cidr: '93.184.216.34', port: 444 }] });
    expect([443, 444, 1024, 8443, 65_535].map((port) => mayReach('93.184.216.34', port))).not.toContain(
      false,
    );
    expect(mayReach('93.184.216.35', 444)).toBe(false);
  });

  test('include at a private address only the port that the operator allows', async () => {
    const url = await receiver((_, response) => response.end());
    const port = Number(new URL(url).port);
    const rule = (allowed: number) => ({ allow: [{ cidr: '127.0.0.1', port: allowed }] });
    expect(await codeOf(outgoing(rule(port)).send(url, post))).toBe('answered');
    expect(await codeOf(outgoing(rule(port + 1)).send(url, post))).toBe('BLOCKED_ADDRESS');
  });
});

describe('a host name', () => {
  test.for([
    [5, 'answered'],
    [100, 'CONNECTION_REFUSED'],
  ] as const)(
    'with %i addresses before the one that answers is tried at eight addresses at most',
    async ([others, end]) => {
      const { port } = new URL(
        await receiver((_, response) => response.end(), await authority.issue('DNS:many.example')),
      );
      const addresses = [...Array.from({ length: others }, () => '127.0.0.2'), '127.0.0.1'];
      const { send } = outgoing({ lookUp: async () => addresses.map((address) => ({ address, family: 4 })) });
      expect(await codeOf(send(`https://many.example:${port}/`, post))).toBe(end);
    },
  );

  test.for(['.', '..', '127.0.0.1..', 'localhost..', 'a..b', `${'a'.repeat(70)}.example`])(
    'that is invalid, %s, reaches nothing',
    async (host) => {
      const call = outgoing({ allow: [] }).send(`https://${host}/`, post);
      expect(['DNS_FAILURE', 'BLOCKED_ADDRESS']).toContain(await codeOf(call));
    },
  );
});
