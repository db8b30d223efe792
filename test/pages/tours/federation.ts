import { onTestFinished } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { aConnection, aDomain, changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import { startSocialIssuer } from '../../support/social.ts';
import { aLongEmail, longName, longWord, password, type Tour } from '../visit.ts';

/** Sign-ins by connections: a hint, an identity provider that cannot be reached, refusals, and the account page. */
export const federationTour: Tour = async (visit) => {
  const { go, send, press, look, at, orgId, page, service } = visit;
  const peer = await startSocialIssuer();
  onTestFinished(() => peer.close());
  const name = `${longWord} <b>`.slice(0, 100);
  const acme = await aConnection(service, { issuer: peer.url, name });
  await peer.register(acme.callbackUrl);
  const domain = aDomain();
  await verifiedDomain(service, acme.id, domain);
  const become = (fields: Record<string, string>) =>
    peer.become({ sub: crypto.randomUUID(), email: `ada@${domain}`, email_verified: 'true', ...fields });
  const route = () => go(`/login/${orgId}`).then(() => send({ username: `ada@${domain}` }));

  await go(`/login/${orgId}`);
  await service.sql(
    "update sign_ins set state = state || jsonb_build_object('hint', $1::text, 'domainHint', $2::text)",
    [`ada@${domain}`, domain],
  );
  await go(await page.evaluate<string>('location.pathname + location.search'));
  await look('hinted', 'Sign in');

  await become({ email_verified: 'false' });
  await route();
  await look('refused', 'You can’t sign in with this account');
  const userId = await aUser(service.ours, { email: `ada@${domain}`, password, roles: ['HELPDESK'] });
  await become({});
  await route();
  await look('sign-in-first', 'You can’t sign in with this account');
  await go(`/login/${orgId}/forgot-password`);
  await send({ username: `ada@${domain}` });
  const link = await visit.linkTo(`ada@${domain}`);
  await changeConnection(service, acme.id, 'enforced = true');
  await go(link);
  await look('company', 'Sign in with your organization');
  await changeConnection(service, acme.id, 'enforced = false');

  await changeConnection(service, acme.id, "issuer = 'https://nowhere.invalid'");
  await route();
  await look('unreachable', 'We couldn’t sign you in');
  await press('main form button');
  await look('again', 'We couldn’t sign you in');
  await press('main .after a');
  await at('Enter your password');
  await send({ password });
  await go(`/account/${orgId}?section=security`);
  await look('account', 'Your account');
  await press(`form[action$="/federation/${acme.id}/connect"] button`);
  await look('connecting', 'We couldn’t connect the account');
  await changeConnection(service, acme.id, 'issuer = $2', [peer.url]);
  await press('main .button');
  await press(`form[action$="/federation/${acme.id}/connect"] button`);
  await look('connected', 'Your account');
  await press(`form[action$="/federation/${acme.id}/disconnect"] button`);
  await at('Your account');
  await service.ours.call('deleteUser', { path: { userId } });
};

/** Test sign-ins by a connection with a mapping: of a new user, of a refused one, and with an identity provider that fails. */
export const testSignInTour: Tour = async (visit) => {
  const { go, look, at, press, service } = visit;
  const peer = await startSocialIssuer();
  onTestFinished(() => peer.close());
  const name = `${longWord} <b>`.slice(0, 100);
  const groupId = await aGroup(service.ours, { name: `${longName.slice(0, 60)}${crypto.randomUUID()}` });
  const acme = await aConnection(service, {
    issuer: peer.url,
    name,
    status: 'DISABLED',
    groupsClaim: 'email_verified',
    groupMapping: [{ value: 'true', groupId }],
    attributeMapping: { department: { constant: longWord.repeat(3) }, 'attributes.floor': { constant: '3' } },
  });
  await peer.register(acme.callbackUrl);
  const domain = aDomain();
  await verifiedDomain(service, acme.id, domain);
  const become = (fields: Record<string, string> = {}) =>
    peer.become({ sub: crypto.randomUUID(), email: aLongEmail().replace(/@.*/, `@${domain}`), ...fields });
  const link = async () => {
    const { body } = await service.ours.call('createTestSignIn', { path: { id: acme.id } });
    await go(new URL(body.url).pathname);
    await at(/^Test /);
  };
  await become({ email_verified: 'true', name: longName });
  await link();
  await look('asked', /^Test /);
  await press('main form button');
  await look('worked', 'The test worked');
  await become({ email_verified: 'false' });
  await link();
  await press('main form button');
  await look('refused', 'The test didn’t work');
  await changeConnection(service, acme.id, "issuer = 'https://nowhere.invalid'");
  await link();
  await press('main form button');
  await look('unreachable', 'The test didn’t work');
};
