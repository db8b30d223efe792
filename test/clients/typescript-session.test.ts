import { describe, expect } from 'vitest';
import { Keyward } from '../../clients/typescript/src/index.ts';
import { test, type TestService } from '../support/service.ts';
import { aUserCaller, type UserCaller } from '../support/user-caller.ts';
import { failureOf } from './scripted-client.ts';

/** Sends as a browser does that shows a page of ours: with its cookies if the call asks for them, and with the site of the page. */
const fetchOf =
  ({ person }: UserCaller, site = 'same-origin'): typeof fetch =>
  (url, { headers, credentials, ...init } = {}) => {
    const sent = new Headers(headers);
    sent.set('sec-fetch-site', site);
    const { cookie } = person.cookies.sent('/');
    if (credentials === 'same-origin' && cookie !== undefined) sent.set('cookie', cookie);
    return fetch(url, { ...init, headers: sent });
  };

const clientOf = (
  { origin, ours }: TestService,
  user: UserCaller,
  site?: string,
  tenant = ours.orgId ?? '',
) => new Keyward({ baseUrl: origin, session: { tenant }, fetch: fetchOf(user, site) });

describe('a client on a page', () => {
  test('calls as the user who is signed in, page after page, and repeats a create', async ({ service }) => {
    const user = await aUserCaller(service, { roles: ['ADMIN'], displayName: 'Ada' });
    const keyward = clientOf(service, user);
    expect(await keyward.me.get()).toMatchObject({
      type: 'USER',
      id: user.userId,
      name: 'Ada',
      roles: ['ADMIN'],
    });
    const key = { idempotencyKey: 'a-page-that-was-reloaded' };
    const made = await keyward.identities.create({ name: 'by a page', type: 'CI_CD' }, key);
    expect(await keyward.identities.create({ name: 'by a page', type: 'CI_CD' }, key)).toEqual(made);
    const names: string[] = [];
    for await (const { name } of keyward.identities.listAll({ limit: 1 })) names.push(name);
    expect(names).toContain('by a page');
  });

  test('works in the test twin, and in no other tenant', async ({ service }) => {
    const user = await aUserCaller(service);
    const { orgId: twin = '' } = service.oursTest;
    expect(await clientOf(service, user, undefined, twin).me.get()).toMatchObject({
      orgId: twin,
      environment: 'test',
    });
    const { orgId: foreign = '' } = service.theirs;
    expect(await failureOf(clientOf(service, user, undefined, foreign).me.get())).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    });
  });

  test('is refused on a page of another site, and without a right', async ({ service }) => {
    const user = await aUserCaller(service, { roles: ['HELPDESK'] });
    expect(await failureOf(clientOf(service, user, 'same-site').me.get())).toMatchObject({
      status: 403,
      code: 'CROSS_SITE_REQUEST',
    });
    expect(await failureOf(clientOf(service, user).webhooks.list())).toMatchObject({
      status: 403,
      code: 'INSUFFICIENT_SCOPE',
      details: { required: ['webhooks.read'] },
    });
  });

  test('with a key sends no cookie, so that the key is who calls', async ({ service }) => {
    const user = await aUserCaller(service);
    const keyward = new Keyward({ baseUrl: service.origin, apiKey: service.ours.key, fetch: fetchOf(user) });
    expect(await keyward.me.get()).toMatchObject({ type: 'API_KEY', authTime: null });
  });
});
