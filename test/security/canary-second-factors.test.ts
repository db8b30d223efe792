import { expect, onTestFinished } from 'vitest';
import { aUser } from '../support/builders.ts';
import { serverLog, tablesAsText } from '../support/canaries.ts';
import { aPerson, type Seen } from '../support/person.ts';
import { sendRaw } from '../support/raw.ts';
import { codeOf, wrongCodeOf } from '../support/second-factors.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { test } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

// security.md 1: "Secret in logs, audit, webhook, error".

const password = 'vivid-harbor-cello-42';
const secretOn = ({ text }: Seen): string =>
  (/<code class="secret"[^>]*>([^<]*)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
const recoveryCodesOn = ({ text }: Seen): string[] =>
  [...text.matchAll(/<li><code>([^<]*)</g)].map(([, code = '']) => code);

test('neither the secret of an app nor a code of it leaves the page that shows it', async ({ service }) => {
  const { ours, sql } = service;
  const orgId = ours.orgId ?? '';
  const node = await startServiceProcess(service, { LOG_LEVEL: 'trace' });
  onTestFinished(() => node.signal('SIGKILL'));
  const email = anEmail();
  await aUser(ours, { email, password });
  const person = aPerson(node.origin);
  await person.signIn(orgId, email, password);
  const page = await person.open(`/account/${orgId}/totp`);
  const secret = secretOn(page);
  const shown = codeOf(secret);
  const codes = await person.send(page, { otp: shown });
  const recoveryCodes = recoveryCodesOn(codes);
  expect([secret.length, recoveryCodes.length]).toEqual([32, 10]);

  const other = aPerson(node.origin);
  const asked = await other.signIn(orgId, email, password);
  const [spent = '', broken = ''] = recoveryCodes;
  // Also where they do not belong, and where something breaks.
  const stray = await other.send(asked, { otp: secret });
  await other.send(await other.send(stray, { otp: `${broken}${broken}` }), { otp: wrongCodeOf(secret) });
  await sql('alter table recovery_codes rename column used_at to elsewhere');
  const { sign_in = '', csrf = '' } = asked.forms[0]?.fields ?? {};
  const fault = await other.post(`/login/${orgId}/recovery-code`, { sign_in, csrf, recovery_code: broken });
  expect(fault.status).toBe(500);
  await sql('alter table recovery_codes rename column elsewhere to used_at');
  const recovery = await other.open(`${asked.path}&factor=recovery-code`);
  expect((await other.send(recovery, { recovery_code: spent })).title).toBe('Your account');

  const tables = await tablesAsText(service);
  const { text: metrics } = await sendRaw(node.origin, { path: '/metrics' });
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
  const places = { log: node.printed(), metrics, tables, server: serverLog() };
  expect(places.log).toContain('"level":"debug"');
  expect(places.log).toContain('INTERNAL_ERROR');
  expect(places.tables).toContain('user.use_recovery_code');
  const canaries = [secret, ...recoveryCodes].flatMap((canary) => {
    const plain = canary.replaceAll('-', '');
    return [canary, plain, plain.slice(0, 12), Buffer.from(plain).toString('hex')];
  });
  // Six digits stand in many a longer number.
  expect(places.log).not.toMatch(new RegExp(`(?<![\\w.])${shown}(?![\\w.])`));
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    canaries.filter((canary) => text.includes(canary)).map((canary) => `${place}: ${canary}`),
  );
  expect(leaks).toEqual([]);
});
