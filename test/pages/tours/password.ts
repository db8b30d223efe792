import { anotherPassword, configure, password, somebody, type Tour } from '../visit.ts';

/** A name, a password, and out again. */
export const passwordTour: Tour = async (visit) => {
  const { go, send, press, look, orgId, service } = visit;
  const { email, id } = await somebody(visit);
  await go(`/login/${orgId}`);
  await look('name', 'Sign in');
  await send({ username: '' });
  await look('no-name', 'Sign in');
  await send({ username: email });
  await look('password', 'Enter your password');
  await send({ password: 'not the password' });
  await look('wrong', 'Enter your password');
  await send({ password });
  await look('account', 'Your account');
  await go(`/logout/${orgId}`);
  await look('sign-out', 'Sign out?');
  await press('main button');
  await look('signed-out', 'You’re signed out');
  await go(`/logout/${orgId}`);
  await visit.at('You’re signed out');

  await configure(visit, 'PasswordPolicy', { maxAgeDays: 90, minLength: 15 });
  await service.sql(`update users set password_changed_at = now() - interval '1 year' where id = $1`, [id]);
  await visit.signIn(email);
  await look('too-old', 'Choose a new password');
  await send({ new_password: 'short' });
  await look('too-short', 'Choose a new password');
  await send({ new_password: anotherPassword });
  await visit.at('Your account');

  await go(`/login/${orgId}?sign_in=sgn_00000000000000000000000000`);
  await look('over', 'This sign-in has expired');
};
