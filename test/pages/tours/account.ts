import { expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import {
  aLongEmail,
  anotherPassword,
  configure,
  longName,
  longWord,
  password,
  somebody,
  type Tour,
} from '../visit.ts';

/** Visits the account page, in the colours of an organization. The organization and the user have long names. */
export const accountTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, service, page } = visit;
  await configure(visit, 'Branding', {
    displayName: `${longWord} <i>& Co.</i>`,
    primaryColor: '#ffd400',
    backgroundColor: '#123524',
    supportUri: 'https://help.example.com/',
  });
  const { email, id } = await somebody(visit, { email: aLongEmail(), displayName: longName });
  await go(`/login/${orgId}`);
  await look('name', 'Sign in');
  await send({ username: email });
  await look('password', 'Enter your password');
  await send({ password });
  const elsewhere = aPerson(service.origin);
  await elsewhere.signIn(orgId, email, password);
  await go(`/account/${orgId}`);
  await look('profile', 'Your account');
  // The last look is at a phone. The long names of the organization and of the user leave room for the navigation.
  const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(
    `document.querySelector('.tabs').getBoundingClientRect().toJSON()`,
  );
  expect([top < 320, bottom - top < 110]).toEqual([true, true]);
  await send({ display_name: '\u202e', first_name: longWord });
  await look('profile-refused', 'Your account');
  await send({ display_name: longName });
  await look('profile-saved', 'Your account');
  await service.sql("update users set source = 'SCIM' where id = $1", [id]);
  await go(`/account/${orgId}`);
  await look('profile-managed', 'Your account');
  await go(`/account/${orgId}?section=applications`);
  await look('no-applications', 'Your account');
  await go(`/account/${orgId}?section=sessions`);
  await look('sessions', 'Your account');
  await go(`/account/${orgId}?section=security`);
  await look('security', 'Your account');
  await page.evaluate(`{
    const field = document.querySelector('#new_password');
    field.value = 'vivid harbor';
    field.dispatchEvent(new Event('input'));
    for (const button of document.querySelectorAll('.reveal')) button.click();
  }`);
  await look('strength', 'Your account');
  await send({ password: 'not the password', new_password: anotherPassword });
  await look('wrong', 'Your account');
  await send({ password, new_password: 'short' });
  await look('too-short', 'Your account');
  await send({ password, new_password: anotherPassword });
  await look('changed', 'Your account');
  await elsewhere.signIn(orgId, email, anotherPassword);
  await go(`/account/${orgId}?section=sessions`);
  await press('form[action$="/sessions/end"] button');
  await visit.at('Your account');
  await press('form[action$="/sessions/end-all"] button');
  await visit.at('You’re signed out');
  await configure(visit, 'Branding', {
    // A PNG of one pixel.
    logoUri:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  });
  await signIn(email, anotherPassword);
  await look('logo', 'Your account');
};
