import { anEmail } from '../../support/users.ts';
import { anotherPassword, configure, type Tour } from '../visit.ts';

/** A person creates an account, from the sign-in page to the account page. */
export const registrationTour: Tour = async (visit) => {
  const { go, send, press, look, linkTo, orgId, service } = visit;
  await go(`/login/${orgId}/create-account`);
  await look('closed', 'You can’t create an account here');
  await configure(visit, 'RegistrationConfig', { enabled: true, allowedDomains: ['example.com'] });
  await go(`/login/${orgId}`);
  await look('offered', 'Sign in');
  await press('a[href*="create-account"]');
  await look('ask', 'Create your account');
  await send({ email: 'ada@example.org' });
  await look('other-domain', 'Create your account');
  const email = anEmail();
  await send({ email });
  await look('sent', 'Check your email');
  const link = await linkTo(email);
  await go(link);
  await look('new', /^Welcome to /);
  await send({ display_name: 'Ada Lovelace', new_password: 'short' });
  await look('too-short', /^Welcome to /);

  // Another request has made a user of the address meanwhile.
  await service.ours.call('createUser', { body: { email, sendInvite: false } });
  await send({ display_name: 'Ada Lovelace', new_password: anotherPassword });
  await look('taken', 'You already have an account');

  const another = anEmail();
  await go(`/login/${orgId}/create-account`);
  await send({ email: another });
  const second = await linkTo(another);
  await configure(visit, 'RegistrationConfig', { maxPerDay: 1 });
  await service.sql(
    `update mailed_links set used_at = now() where purpose = 'CREATE_ACCOUNT' and email <> $1 and org_id = $2`,
    [another, orgId],
  );
  await go(second);
  await send({ display_name: '', new_password: anotherPassword });
  await look('full', 'You can’t create an account right now');
  await configure(visit, 'RegistrationConfig', { maxPerDay: 100 });
  await go(second);
  await send({ display_name: '', new_password: anotherPassword });
  await visit.at('Your account');
  await go(second);
  await look('used', 'This link no longer works');
};
