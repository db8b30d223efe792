import { anEmail } from '../../../support/users.ts';
import { anotherPassword, aLongEmail, configure, longName, somebody, type Tour } from '../visit.ts';

/** A link to sign in by, and the mails of it. */
export const linkTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, page } = visit;
  const { email } = await somebody(visit, { email: aLongEmail(), displayName: longName });
  await go('/dev/mail');
  await look('no-mails', 'Mails');
  await configure(visit, 'MagicLinkConfig', { enabled: true });
  await go(`/login/${orgId}`);
  await send({ username: email });
  await look('offered', 'Enter your password');
  await press('a[href*="factor=magic-link"]');
  await look('ask', 'Sign in by e-mail');
  await press('main form button');
  await look('sent', 'Look into your mailbox');
  const link = await linkTo(email);
  await look('mail', 'Sign in to Ours');
  await go('/dev/mail');
  await look('mails', 'Mails');
  await go(link);
  await look('confirm', 'Sign in');
  // It is opened and sent in the browser of somebody else.
  const { cookies } = (await page.send('Network.getCookies')) as { cookies: object[] };
  await page.send('Network.clearBrowserCookies');
  await press('main form button');
  await look('elsewhere', 'Open the link elsewhere');
  await page.send('Network.setCookies', { cookies });
  await go(link);
  await press('main form button');
  await visit.at('Your account');
  await go(link);
  await look('used', 'This link does not work any more');
};

/** A password that was forgotten. */
export const resetTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, service } = visit;
  const { email } = await somebody(visit);
  await go(`/login/${orgId}`);
  await send({ username: email });
  await press('a[href*="forgot-password"]');
  await look('forgotten', 'Choose a new password');
  await send({ username: '' });
  await look('forgotten-who', 'Choose a new password');
  await send({ username: email });
  await look('sent', 'Look into your mailbox');
  await go(await linkTo(email));
  await look('new', 'Choose a new password');
  await send({ new_password: 'short' });
  await look('new-too-short', 'Choose a new password');
  await send({ new_password: anotherPassword });
  await look('done', 'Your password is changed');

  const node = await service.startNode({ SMTP_URL: '', DATABASE_URL: service.database });
  await go(`${node.origin}/login/${orgId}/forgot-password`);
  await look('no-mail', 'This does not work here');
  await node.stop();
};

/** Somebody who is invited, and proves an address. */
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
  await look('used', 'This link does not work any more');

  await service.sql('update users set email_verified = false where id = $1', [body.id]);
  await go(`/account/${orgId}`);
  await look('unproved', 'Your account');
  await press('form[action$="/verify-email"] button');
  await look('sent', 'Your account');
  await go(await linkTo(email));
  await look('verify', 'Confirm your e-mail address');
  await press('main form button');
  await look('verified', 'Thank you');
};
