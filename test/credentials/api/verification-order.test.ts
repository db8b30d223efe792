import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService } from '../../support/service.ts';

// The body of a verification is checked before its caller is let in, if it comes with the head of the request.
test('a verification is refused because of its caller before it is refused because of its body', async () => {
  const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_BURST: '0' });
  onTestFinished(() => service.stop());
  const { ours, sql } = service;
  const permission = { scopes: ['credentials.verify'] };
  const [able, unable, spent] = [
    await aCredential(ours, permission),
    await aCredential(ours, { scopes: ['identities.read'] }),
    await aCredential(ours, { ...permission, rateLimitPerMinute: 1 }),
  ];
  const { id, secret } = await aCredential(ours);
  const good = JSON.stringify({ credential: secret });
  const faults = ['{', '[]', '{}', JSON.stringify({ credential: secret, scopes: 'all' })];
  const codeFor = async (key: string, body: string, headers: Record<string, string> = {}) => {
    const { body: answer } = await sendRaw(service.origin, {
      method: 'POST',
      path: '/api/v1/credentials/verify',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
    });
    return answer.error?.code ?? answer.code;
  };
  await sql(`update credentials set window_started_at = now(), window_count = 1 where id = $1`, [spent.id]);
  for (const body of [good, ...faults]) {
    expect(await codeFor(newSecret('kd_live_'), body)).toBe('UNAUTHORIZED');
    expect(await codeFor(spent.secret, body)).toBe('RATE_LIMITED');
    expect(await codeFor(unable.secret, body, { accept: 'image/png' })).toBe('INSUFFICIENT_SCOPE');
    expect(await codeFor(able.secret, body, { accept: 'image/png' })).toBe('NOT_ACCEPTABLE');
  }
  expect(await codeFor(able.secret, good, { 'content-type': 'text/plain' })).toBe('UNSUPPORTED_MEDIA_TYPE');
  const refused = [];
  for (const body of faults) refused.push(await codeFor(able.secret, body));
  expect(refused).toEqual(['MALFORMED_JSON', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'VALIDATION_ERROR']);
  // Each request of the key was counted, and no use of the secret.
  const uses = `select usage_count::int as uses from credentials where id = any ($1) order by id = $2`;
  const counted = () => sql(uses, [[able.id, id], id]);
  expect(await counted()).toEqual([{ uses: 10 }, { uses: 0 }]);
  expect(await codeFor(able.secret, good)).toBe('VALID');
  expect(await counted()).toEqual([{ uses: 11 }, { uses: 1 }]);
});
