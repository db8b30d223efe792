import { aPerson } from '../../../support/person.ts';
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

/** The account page in the colours of an organization with a long name, of somebody with another one. */
export const accountTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, service } = visit;
  await configure(visit, 'Branding', {
    displayName: `${longWord} <i>& Co.</i>`,
    primaryColor: '#ffd400',
    backgroundColor: '#123524',
    supportUri: 'https://help.example.com/',
  });
  const { email } = await somebody(visit, { email: aLongEmail(), displayName: longName });
  await go(`/login/${orgId}`);
  await look('name', 'Sign in');
  await send({ username: email });
  await look('password', 'Enter your password');
  await send({ password });
  const elsewhere = aPerson(service.origin);
  await elsewhere.signIn(orgId, email, password);
  await go(`/account/${orgId}`);
  await look('sections', 'Your account');
  await send({ password: 'not the password', new_password: anotherPassword });
  await look('wrong', 'Your account');
  await send({ password, new_password: 'short' });
  await look('too-short', 'Your account');
  await send({ password, new_password: anotherPassword });
  await look('changed', 'Your account');
  await elsewhere.signIn(orgId, email, anotherPassword);
  await go(`/account/${orgId}`);
  await press('form[action$="/sessions/end"] button');
  await visit.at('Your account');
  await press('form[action$="/sessions/end-all"] button');
  await visit.at('You are signed out');
  await configure(visit, 'Branding', {
    // A PNG of one pixel.
    logoUri:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  });
  await signIn(email, anotherPassword);
  await look('logo', 'Your account');
};
