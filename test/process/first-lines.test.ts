import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { migratedDatabase, service } from '../support/process.ts';

test('a service that starts and ends prints no secret of its settings at any level', async () => {
  const { env } = await migratedDatabase();
  const secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    METRICS_TOKEN: randomBytes(24).toString('hex'),
  };
  const mailPassword = randomBytes(12).toString('hex');
  const started = await service({
    ...env,
    ...secrets,
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://mailer:${mailPassword}@127.0.0.1:1`,
    MAIL_FROM: 'keyward@example.com',
  });
  started.signal('SIGTERM');
  expect(await started.ended).toBe(0);
  const printed = started.printed();
  expect(printed).toContain('"level"');
  const passwords = [env.DATABASE_URL, env.MIGRATION_DATABASE_URL].map((url) => new URL(url).password);
  for (const secret of [...Object.values(secrets), mailPassword, ...passwords]) {
    expect(secret.length).toBeGreaterThan(7);
    expect(printed).not.toContain(secret);
    expect(printed).not.toContain(Buffer.from(secret).toString('base64'));
  }
});
