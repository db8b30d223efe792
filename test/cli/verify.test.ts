import { describe, expect } from 'vitest';
import { aCredential } from '../support/builders.ts';
import { keyward } from '../support/cli.ts';
import { test, type TestService } from '../support/service.ts';

const verify = (
  { origin, ours }: TestService,
  words: readonly string[],
  files: Record<string, string>,
): ReturnType<typeof keyward> =>
  keyward(['verify', ...words], { env: { KEYWARD_URL: origin, KEYWARD_API_KEY: ours.key }, files });

describe('keyward verify', () => {
  test('ends with 0 for a valid credential, and with 3 for any other', async ({ service }) => {
    const { secret } = await aCredential(service.ours, { scopes: ['deploy.run'] });
    const valid = await verify(service, [], { '-': `${secret}\n` });
    expect(valid).toMatchObject({ code: 0, err: '' });
    expect(valid.out).toMatch(/^valid +true\ncode +VALID$/m);
    const unknown = await verify(service, ['-o', 'json'], { '-': 'kd_live_other' });
    expect(unknown).toMatchObject({ code: 3, err: '' });
    expect(JSON.parse(unknown.out)).toMatchObject({ valid: false });
  });

  test('asks for scopes, for the address, and for no use', async ({ service }) => {
    const { id, secret } = await aCredential(service.ours, {
      scopes: ['deploy.run'],
      allowedIps: ['192.0.2.0/24'],
    });
    const files = { 'key.txt': secret };
    const from = ['--credential-file', 'key.txt', '--no-consume'];
    expect(
      await verify(service, [...from, '--ip', '192.0.2.7', '--scope', 'deploy.run'], files),
    ).toMatchObject({
      code: 0,
    });
    expect(await verify(service, [...from, '--ip', '198.51.100.7'], files)).toMatchObject({ code: 3 });
    expect(
      await verify(service, [...from, '--ip-address', '192.0.2.7', '--scope', 'deploy.stop'], files),
    ).toMatchObject({ code: 3 });
    const { body } = await service.ours.call('getCredential', { path: { id } });
    expect(body).toMatchObject({ usageCount: 0 });
  });

  test('shows the secret in no error', async ({ service }) => {
    const { secret } = await aCredential(service.ours);
    for (const words of [['--credential', secret], [secret], ['--credential-file', secret]]) {
      const { code, out, err } = await verify(service, words, { '-': '' });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).not.toContain(secret.slice(8));
    }
  });
});
