import { onTestFinished } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aPassHolder } from '../../support/access-passes.ts';
import { codeOf, wrongCodeOf } from '../../support/second-factors.ts';
import { configure, somebody, type Tour, type Visit } from '../visit.ts';

const secretOn = async ({ textOf }: Visit): Promise<string> =>
  (await textOf('code.secret')).replaceAll(' ', '');
const codesOn = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.codes code')].map((one) => one.textContent)`);

/** Visits the pages of a user who sets up an authenticator app and recovery codes. */
export const factorTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, page } = visit;
  const { email } = await somebody(visit);
  await configure(visit, 'Branding', { primaryColor: '#ffd400', backgroundColor: '#123524' });
  await signIn(email);
  await go(`/account/${orgId}/totp`);
  const secret = await secretOn(visit);
  await look('set-up', 'Set up an authenticator app');
  await send({ otp: wrongCodeOf(secret) });
  await look('set-up-wrong', 'Set up an authenticator app');
  await send({ otp: codeOf(secret) });
  const [code = '', another = '', third = ''] = await codesOn(visit);
  await look('codes', 'Save your recovery codes');
  await look('codes-printed', 'Save your recovery codes', 'print');
  await press('main .button');
  await visit.at('Your account');

  await page.send('Network.clearBrowserCookies');
  await signIn(email);
  await look('code', 'Enter your code');
  await send({ otp: wrongCodeOf(secret) });
  await look('code-wrong', 'Enter your code');
  await press('main .choices a');
  await look('recovery', 'Enter a recovery code');
  await send({ recovery_code: 'not-one-of-mine' });
  await look('recovery-wrong', 'Enter a recovery code');
  await send({ recovery_code: code });
  await go(`/account/${orgId}/totp`);
  await look('settings', 'Authenticator app');
  await send({ otp: 'wrong' });
  await look('settings-wrong', 'Authenticator app');
  await send({ otp: another });
  await visit.at('Save your recovery codes');
  const [fresh = third] = await codesOn(visit);
  await go(`/account/${orgId}/totp`);
  await send({ otp: fresh }, 'button.danger');
  await look('removed', 'Your account');
  await configure(visit, 'TotpConfig', { enabled: false });
  await go(`/account/${orgId}/totp`);
  await look('off', 'Authenticator app');
};

/** Visits the pages of a user who has an access pass from an administrator. */
export const accessPassTour: Tour = async (visit) => {
  const { go, send, press, look, page, service, orgId, origin } = visit;
  const { email, pass } = await aPassHolder(service);
  await page.send('Network.clearBrowserCookies');
  await go(`${origin}/login/${orgId}`);
  await send({ username: email });
  await look('offered', 'Enter your password');
  await press('a[href*="factor=access-pass"]');
  await look('pass', 'Enter your access pass');
  await send({ access_pass: '0000-0000-0000-0000' });
  await look('pass-wrong', 'Enter your access pass');
  await send({ access_pass: pass });
  await visit.at('Set up an authenticator app');
  await send({ otp: codeOf(await secretOn(visit)) });
  await visit.at('Save your recovery codes');
  await press('main .button');
  await visit.at('Your account');
};

/** Visits the pages of a user who is stopped by conditional access: with a second factor missing, at the end of a sign-in, and signed in. */
export const blockedTour: Tour = async (visit) => {
  const { go, look, signIn, page, service, orgId } = visit;
  onTestFinished(() => withoutAccessPolicies(service.ours));
  const { email } = await somebody(visit);
  await configure(visit, 'TotpConfig', { enforcement: 'REQUIRED' });
  const elsewhere = { applications: { include: ['cli_01kahz5v3be4nr7q2m8x9c0d1e'] } };
  await anAccessPolicy(service.ours, {
    decision: 'REQUIRE',
    requirements: ['MFA'],
    priority: 1,
    conditions: elsewhere,
  });
  await page.send('Network.clearBrowserCookies');
  await signIn(email);
  await look('no-factor', 'Two-step verification required');
  await configure(visit, 'TotpConfig', { enforcement: 'OPTIONAL' });
  await signIn(email);
  await visit.at('Your account');
  const forAccount = { applications: { include: ['keyward:account'] } };
  await anAccessPolicy(service.ours, { priority: 2, conditions: forAccount });
  await go(`/account/${orgId}`);
  await look('account', 'Sign-in blocked');
  await page.send('Network.clearBrowserCookies');
  await signIn(email);
  await look('sign-in', 'Sign-in blocked');
};

/** The same where everybody must; and an application that wants more than there is. */
export const requiredFactorTour: Tour = async (visit) => {
  const { send, look, signIn } = visit;
  await configure(visit, 'TotpConfig', { enforcement: 'REQUIRED', recoveryCodes: 5 });
  const { email } = await somebody(visit);
  await signIn(email);
  const secret = await secretOn(visit);
  await look('enrolment', 'Set up an authenticator app');
  await send({ otp: wrongCodeOf(secret) });
  await look('enrolment-wrong', 'Set up an authenticator app');
  await send({ otp: codeOf(secret) });
  await visit.at('Save your recovery codes');
};
