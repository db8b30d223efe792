import { anEmail } from '../../support/users.ts';
import { anotherPassword, aLongEmail, configure, longName, somebody, type Tour } from '../visit.ts';

/** A link to sign in by, and the mails of it. */
export const linkTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, page } = visit;
  const { email } = await somebody(visit, { email: aLongEmail(), displayName: longName });
  await go('/dev/mail');
  await look('no-mails', 'Sent emails');
  await configure(visit, 'MagicLinkConfig', { enabled: true });
  await go(`/login/${orgId}`);
  await send({ username: email });
  await look('offered', 'Enter your password');
  await press('a[href*="factor=magic-link"]');
  await look('ask', 'Sign in by email');
  await press('main form button');
  await look('sent', 'Check your email');
  const link = await linkTo(email);
  await look('mail', 'Sign in to Ours');
  await go('/dev/mail');
  await look('mails', 'Sent emails');
  await go(link);
  await look('confirm', 'Sign in');
  // Another user's browser opens the link and sends the form.
  const { cookies } = (await page.send('Network.getCookies')) as { cookies: object[] };
  await page.send('Network.clearBrowserCookies');
  await press('main form button');
  await look('elsewhere', 'Open the link in the other browser');
  await page.send('Network.setCookies', { cookies });
  await go(link);
  await press('main form button');
  await visit.at('Your account');
  await go(link);
  await look('used', 'This link no longer works');
};

/** A password that was forgotten. */
export const resetTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, service } = visit;
  const { email } = await somebody(visit);
  await go(`/login/${orgId}`);
  await send({ username: email });
  await press('a[href*="forgot-password"]');
  await look('forgotten', 'Reset your password');
  await send({ username: '' });
  await look('forgotten-who', 'Reset your password');
  await send({ username: email });
  await look('sent', 'Check your email');
  await go(await linkTo(email));
  await look('new', 'Choose a new password');
  await send({ new_password: 'short' });
  await look('new-too-short', 'Choose a new password');
  await send({ new_password: anotherPassword });
  await look('done', 'Your password was changed');

  const node = await service.startNode({ SMTP_URL: '', DATABASE_URL: service.database });
  await go(`${node.origin}/login/${orgId}/forgot-password`);
  await look('no-mail', 'You can’t reset your password here');
  await node.stop();
};

/** Visits the pages of an invited user who proves an address. */
export const invitationTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, service } = visit;
  const email = anEmail();
  const { body } = await service.ours.call('createUser', { body: { email, sendInvite: true } });
  const link = await linkTo(email);
  await go(link);
  await look('welcome', /^Welcome to /);
  await send({ new_password: 'short' });
  await look('too-short', /^Welcome to /);
  await send({ new_password: anotherPassword });
  await visit.at('Your account');
  await go(link);
  await look('used', 'This link no longer works');

  await service.sql('update users set email_verified = false where id = $1', [body.id]);
  await go(`/account/${orgId}`);
  await look('unproved', 'Your account');
  await press('form[action$="/verify-email"] button');
  await look('sent', 'Your account');
  await go(await linkTo(email));
  await look('verify', 'Confirm your email address');
  await press('main form button');
  await look('verified', 'Thank you');
};
