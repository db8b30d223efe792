import { onTestFinished } from 'vitest';
import { aSocialProvider, startSocialIssuer } from '../../support/social.ts';
import { longWord, somebody, type Tour } from '../visit.ts';

/** Accounts of other providers: one that is there, and one that cannot be reached. */
export const socialTour: Tour = async (visit) => {
  const { go, send, press, look, signIn, orgId, page, service } = visit;
  const peer = await startSocialIssuer();
  onTestFinished(() => peer.close());
  const acme = await aSocialProvider(service.ours, {
    clientId: 'keyward',
    issuer: peer.url,
    allowedDomains: ['acme.example'],
    accountLinking: 'EXPLICIT',
  });
  await peer.register(acme.callbackUrl);
  const gone = await aSocialProvider(service.ours, {
    name: `${longWord} <b>`.slice(0, 50),
    issuer: 'https://nowhere.invalid',
  });
  for (const { id } of [acme, gone])
    onTestFinished(async () => void (await service.ours.call('deleteSocialProvider', { path: { id } })));

  await go(`/login/${orgId}`);
  await look('buttons', 'Sign in');
  await press(`form[action$="/social/${gone.id}"] button`);
  await look('unreachable', 'That didn’t work');
  await go(`/login/${orgId}`);
  await peer.become({ sub: crypto.randomUUID(), email: 'a@elsewhere.example', email_verified: 'true' });
  await press(`form[action$="/social/${acme.id}"] button`);
  await look('refused', 'You can’t sign in with this account');
  await press('main .button');
  await send({ username: 'ada@acme.example' });
  await press('a[href*="factor=social"]');
  await look('instead', 'Sign in with another account');

  const { email } = await somebody(visit);
  await page.send('Network.clearBrowserCookies');
  await signIn(email);
  await go(`/account/${orgId}?section=security`);
  await look('account', 'Your account');
  await peer.become({ sub: crypto.randomUUID(), email: 'ada@acme.example', email_verified: 'true' });
  await press(`form[action$="/${acme.id}/connect"] button`);
  await look('connected', 'Your account');
  await press(`form[action$="/${acme.id}/disconnect"] button`);
  await visit.at('Your account');
};
