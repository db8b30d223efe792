import * as oidc from 'openid-client';
import { expect } from 'vitest';
import { aRelyingParty, begin, logoutUri } from '../../support/relying-party.ts';
import { codeOf } from '../../support/second-factors.ts';
import { configure, longWord, password, somebody, type Tour } from '../visit.ts';

/** Visits the pages for a user that an application sends here. */
export const applicationTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, page, service } = visit;
  const { email, id } = await somebody(visit);
  const party = await aRelyingParty(service.ours, {
    name: `${longWord} <b>&amp;`,
    consentRequired: true,
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'groups', 'offline_access'],
  });
  await signIn(email);
  const { url } = await begin(party, { scope: 'openid profile email address phone groups offline_access' });
  await go(url.href);
  await look('consent', /^Allow /);
  const { url: form } = await begin(party, { response_mode: 'form_post' });
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await go(form.href);
  await press('button[value=allow]');
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await look('form-post', /^Back to /);
  await go(url.href);
  await look('consent-more', /^Allow /);
  const { url: choice } = await begin(party, { prompt: 'select_account' });
  await go(choice.href);
  await look('choose-account', /^Choose an account /);
  await go(`/account/${orgId}?section=applications`);
  await look('applications', 'Your account');

  const issuer = new URL(party.issuer).pathname;
  await go(
    `${issuer}/end-session?${new URLSearchParams({ client_id: party.clientId, post_logout_redirect_uri: logoutUri }).toString()}`,
  );
  await look('logout', 'Sign out?');
  await go(`${issuer}/end-session`);
  await look('logout-of-nobody', 'Sign out?');
  await press('button[value=yes]');
  await look('logged-out', 'You’re signed out');

  // It wants more proof than the person can give by now.
  await signIn(email);
  await go(`/account/${orgId}/totp`);
  await send({ otp: codeOf((await visit.textOf('code.secret')).replaceAll(' ', '')) });
  await page.send('Network.clearBrowserCookies');
  await configure(visit, 'TotpConfig', { enforcement: 'OFF' });
  await signIn(email);
  const { url: multi } = await begin(party, { acr_values: 'urn:keyward:acr:multi' });
  await go(multi.href);
  await visit.at('Enter your code');
  await service.sql('delete from totp_factors where user_id = $1', [id]);
  await go(page.shown().url);
  await look('no-more', 'Two-step verification required');
};

/** A device that shows a code. */
export const deviceTour: Tour = async (visit) => {
  const { go, send, press, look, page, service } = visit;
  const { email } = await somebody(visit);
  const party = await aRelyingParty(service.ours, {
    name: `${longWord} <b>&amp;`,
    logoUri: 'https://localhost:9/logo.png',
    grantTypes: ['urn:ietf:params:oauth:grant-type:device_code'],
    redirectUris: [],
    postLogoutRedirectUris: [],
  });
  const issuer = new URL(party.issuer).pathname;
  await go(`${issuer}/device`);
  await look('code', 'Connect a device');
  await send({ user_code: 'BCDF-BCDF' });
  await look('unknown', 'Connect a device');
  const { user_code } = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
  await send({ user_code });
  await look('confirm', /^Connect /);
  // Its logo cannot be loaded, so the initial shows. A logo lies over the initial.
  const onTop = () =>
    page.evaluate<string>(`(() => {
      const { x, y, width, height } = document.querySelector('.logo').getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2).className;
    })()`);
  await expect.poll(onTop).toBe('initial');
  await page.evaluate(`document.querySelector('.logo img').src =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='`);
  await expect.poll(onTop).toBe('');
  await press('button[name=confirm]');
  await visit.at('Sign in');
  await send({ username: email });
  await send({ password });
  await look('done', 'Device connected');
  const { user_code: other } = await oidc.initiateDeviceAuthorization(party.config, { scope: 'openid' });
  await go(`${issuer}/device`);
  await send({ user_code: other });
  await press('button[name=abort]');
  await look('aborted', 'Connect a device');
};
