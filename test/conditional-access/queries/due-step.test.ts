import { expect, onTestFinished } from 'vitest';
import type { AccessSite } from '../../../src/sign-in/access.ts';
import { SignIn } from '../../../src/sign-in/entities/sign-in.ts';
import { dueStep } from '../../../src/sign-in/steps/steps.ts';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { withApp } from '../../support/access-users.ts';
import { besides } from '../../support/second-factors.ts';

test('a sign-in that waits for a code does not ask whether the user may set a factor up', async ({
  service,
}) => {
  const { ours } = service;
  const domain = await besides(service);
  onTestFinished(() => domain.close());
  const { userId } = await withApp(service, domain);
  await anAccessPolicy(ours, { decision: 'REQUIRE', requirements: ['MFA'], acknowledgeLockout: true });
  let asked = 0;
  const cache = { at: () => Promise.reject(new Error(`asked ${++asked} times`)) };
  const access = { cache } as unknown as AccessSite['access'];
  const origin = { ipAddress: '203.0.113.7' };
  const site = { access, origin, clientCertificate: () => undefined, baseUrl: service.origin };
  const stepOf = (requirement: string) =>
    domain.within((tx) => {
      const state = { access: { missing: [requirement], mayEnrol: true } };
      const proved = { userId, amr: ['pwd'], authTime: new Date(), state };
      const row = { id: 'sgn_of_this_test', browserId: crypto.randomUUID(), returnTo: '/', ...proved };
      const signIn = tx.create(SignIn, { ...row, expiresAt: new Date() }, { persist: false });
      return dueStep(tx, signIn, { ...site, wired: { factors: [] } });
    });
  expect(await stepOf('MFA')).toEqual({ kind: 'second', offered: ['totp', 'recovery-code'] });
  expect(asked).toBe(0);
  // A demand for a passkey asks.
  await expect(stepOf('PASSKEY')).rejects.toThrow('asked 1 times');
});
