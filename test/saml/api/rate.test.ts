import { expect, onTestFinished } from 'vitest';
import { test } from '../../support/service.ts';

test('the endpoints share the bucket of hosted pages, with 300 requests of an address', async ({
  service,
}) => {
  const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100', TRUSTED_PROXIES: '127.0.0.1' });
  onTestFinished(() => node.stop());
  const base = `/api/saml/${service.ours.orgId}`;
  const form = { method: 'POST', body: new URLSearchParams({ SAMLRequest: 'x' }) };
  const calls: readonly [path: string, more?: RequestInit][] = [
    ['/metadata'],
    ['/sso?SAMLRequest=x'],
    ['/sso', form],
    ['/sso/unknown'],
    ['/slo?SAMLRequest=x'],
    ['/slo', form],
    ['/slo/unknown'],
  ];
  const ask = (at: number, address: string) => {
    const [path, more] = calls[at % calls.length] ?? [''];
    const headers = { accept: 'text/html', 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
    return fetch(`${node.origin}${base}${path}`, { ...more, headers });
  };
  // The first caller has the key made.
  expect((await ask(0, '192.0.2.6')).status).toBe(200);
  // At most 100 messages wait to be read. One more gets 429, too, which is another limit.
  const answers: Response[] = [];
  for (let at = 0; at < 301; at += 43) {
    // The minute lasts as long as the requests.
    await service.sql('update request_windows set started_at = now()');
    answers.push(
      ...(await Promise.all(Array.from({ length: 43 }, (_, more) => ask(at + more, '192.0.2.7')))),
    );
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.headers.get('x-ratelimit-limit')).toBe('300');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused[0]?.text()).toContain('<h1>');
  for (let at = 0; at < calls.length; at++) expect((await ask(at, '192.0.2.7')).status).toBe(429);
  expect((await ask(0, '192.0.2.8')).status).toBe(200);
});
