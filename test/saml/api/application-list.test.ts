import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  type Party,
  password,
  redirectPath,
  responseIn,
} from '../../support/saml-sign-on.ts';
import { test, type TestService } from '../../support/service.ts';

const started = { idpInitiated: true, defaultRelayState: 'https://wiki.example.com/start' };
/** A service provider that did not ask. */
const unasked = { validateInResponseTo: 'never' } as const;

/** A user before the application list. */
async function aReader(service: TestService) {
  const orgId = service.ours.orgId ?? '';
  const visit = await aVisitor(service);
  await visit.visitor.signIn(orgId, visit.email, password);
  const path = `/account/${orgId}?section=applications`;
  const opened = async () => visit.visitor.open(path);
  const start = async (provider: Pick<Party, 'id'>, more = {}) =>
    visit.visitor.send(await opened(), { service_provider: provider.id, ...more }, '/applications/start');
  return { ...visit, orgId, path, opened, start };
}

const signOnsOf = ({ sql }: TestService, userId: string) =>
  sql<{ result: string }>(
    `select result from audit_logs where action = 'service_provider.sign_on' and target_id = $1 order by created_at, id`,
    [userId],
  );

describe('startOwnApplication', () => {
  test('takes the user to the default endpoint with a response that no request asked for', async ({
    service,
  }) => {
    const party = await aServiceProvider(
      service.ours,
      { ...started, sessionTtl: 300, attributeMappings: [{ name: 'mail', source: 'email' }] },
      unasked,
    );
    const { id, email, start } = await aReader(service);
    expect((await start(party, { RelayState: 'https://attacker.example/' })).status).toBe(400);
    const page = await start(party);
    expect([page.status, page.title]).toEqual([200, 'Opening Wiki']);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const { action, fields } = answerIn(page);
    expect([action, fields['RelayState']]).toEqual([party.acsUrl, started.defaultRelayState]);
    expect(responseIn(page)).not.toContain('InResponseTo');
    const { profile } = await party.saml.validatePostResponseAsync(fields);
    expect(profile).toMatchObject({ mail: email, spNameQualifier: party.entityId });
    expect(
      await service.sql(
        `select name_id, session_index, expires_at <= now() + interval '300 seconds' as "isBound"
           from saml_sessions where user_id = $1`,
        [id],
      ),
    ).toEqual([{ name_id: profile?.nameID, session_index: profile?.sessionIndex, isBound: true }]);
    expect(await signOnsOf(service, id)).toEqual([{ result: 'SUCCESS' }]);
    const again = await party.saml.validatePostResponseAsync(answerIn(await start(party)).fields);
    expect(again.profile).toMatchObject({ nameID: profile?.nameID, sessionIndex: profile?.sessionIndex });
  });

  test('gives the same name and session as a sign-on that starts at the service provider', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, started, { validateInResponseTo: 'ifPresent' });
    const { visitor, start } = await aReader(service);
    const here = await party.saml.validatePostResponseAsync(answerIn(await start(party)).fields);
    const there = await visitor.open(await redirectPath(party));
    expect(responseIn(there)).toContain('InResponseTo');
    const { profile } = await party.saml.validatePostResponseAsync(answerIn(there).fields);
    expect(profile).toMatchObject({ nameID: here.profile?.nameID, sessionIndex: here.profile?.sessionIndex });
  });

  test('opens no service provider that may not start here, is disabled, is unknown or is of another tenant', async ({
    service,
  }) => {
    const listed = await aServiceProvider(service.ours, started);
    const closed = await aServiceProvider(service.ours);
    const disabled = await aServiceProvider(service.ours, started);
    const { status } = await service.ours.call('updateServiceProvider', {
      path: { spId: disabled.id },
      body: { status: 'DISABLED' },
    });
    expect(status).toBe(200);
    const foreign = await aServiceProvider(service.theirs, started);
    const { id, start } = await aReader(service);
    expect((await start(listed)).status).toBe(200);
    for (const provider of [closed, disabled, foreign, { id: 'sp_x' }]) {
      const page = await start(provider);
      expect([page.status, page.title]).toEqual([403, 'Your account']);
      expect(page.text).toContain('This app can’t be opened from here.');
      expect(page.text).not.toContain('SAMLResponse');
    }
    expect(await signOnsOf(service, id)).toHaveLength(1);
  });

  test('tells users outside of the allowed groups, and those without the name that is needed, and records it', async ({
    service,
  }) => {
    const listed = await aServiceProvider(service.ours, started);
    const { body: group } = await service.ours.call('createGroup', { body: { name: 'Starters' } });
    const grouped = await aServiceProvider(service.ours, { ...started, allowedGroups: [group.id] });
    const mailed = await aServiceProvider(service.ours, { ...started, nameIdFormat: 'emailAddress' });
    const { id, start } = await aReader(service);
    await service.sql('update users set email_verified = false where id = $1', [id]);
    expect((await start(listed)).status).toBe(200);
    const outside = await start(grouped);
    expect([outside.status, outside.forms.some(({ fields }) => 'SAMLResponse' in fields)]).toEqual([
      403,
      false,
    ]);
    expect(outside.text).toContain('You don’t have access to this app.');
    const unnamed = await start(mailed);
    expect([unnamed.status, unnamed.text.includes('a verified email address')]).toEqual([403, true]);
    expect(await signOnsOf(service, id)).toEqual([
      { result: 'SUCCESS' },
      { result: 'DENIED' },
      { result: 'DENIED' },
    ]);
    const { body: metrics } = await service.ours.send('GET', '/metrics');
    for (const outcome of ['RequestDenied', 'InvalidNameIDPolicy'])
      expect(metrics).toContain(`keyward_saml_sign_ons_total{started="keyward",outcome="${outcome}"}`);
  });

  test('takes no form without the token of the browser, and signs in users whose login has ended', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, started);
    const { id, orgId, visitor, opened, start } = await aReader(service);
    const forged = await start(party, { csrf: 'forged' });
    expect([forged.status, forged.text.includes('SAMLResponse')]).toEqual([403, false]);
    const page = await opened();
    const { action, fields } = page.forms.find((form) => form.action.endsWith('/start')) ?? {
      action: '',
      fields: {},
    };
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://attacker.example' };
    expect((await visitor.post(action, fields, foreign)).headers.get('x-error-code')).toBe(
      'CROSS_SITE_REQUEST',
    );
    await service.sql('update login_sessions set expires_at = now() where user_id = $1', [id]);
    const over = await visitor.post(action, fields);
    expect([over.status, over.location]).toEqual([303, `/login/${orgId}`]);
    expect((await aPerson(service.origin).post(action, fields)).location).toBe(`/login/${orgId}`);
    expect(await signOnsOf(service, id)).toEqual([]);
  });

  test('answers eight clicks at the same time with one session', async ({ service }) => {
    const party = await aServiceProvider(service.ours, started, unasked);
    const { id, visitor, opened } = await aReader(service);
    const form = (await opened()).forms.find(({ fields }) => fields['service_provider'] === party.id);
    if (!form) throw new Error('the list lacks the service provider');
    const pages = await Promise.all(Array.from({ length: 8 }, () => visitor.post(form.action, form.fields)));
    const profiles = await Promise.all(
      pages.map(async (page) => (await party.saml.validatePostResponseAsync(answerIn(page).fields)).profile),
    );
    expect(new Set(profiles.map((profile) => profile?.sessionIndex)).size).toBe(1);
    expect(new Set(pages.map((page) => / ID="([^"]+)"/.exec(responseIn(page))?.[1])).size).toBe(8);
    expect(await service.sql('select 1 from saml_sessions where user_id = $1', [id])).toHaveLength(1);
  });
});

describe('finishSamlSignOn', () => {
  test('names the service provider on the page that asks who signs in, and in the event', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours, {
      name: 'Wiki <b>&amp;',
      logoUri: 'https://cdn.example.com/wiki.png',
    });
    const { id, email, visitor } = await aVisitor(service);
    const asked = await visitor.open(await redirectPath(party));
    expect(asked.text).toContain('to continue to Wiki &lt;b&gt;&amp;amp;');
    expect(asked.text).toContain(
      '<img src="https://cdn.example.com/wiki.png" alt="" referrerpolicy="no-referrer">',
    );
    const next = await visitor.send(asked, { username: email });
    await visitor.send(await visitor.send(next, { password: 'not the password' }), { password });
    const events = await service.sql(
      `select type, data -> 'clientId' as "clientId", data ->> 'serviceProviderId' as "providerId" from events
        where type in ('user.login', 'user.login_failed') and data ->> 'userId' = $1 order by created_at, id`,
      [id],
    );
    expect(events).toEqual([
      { type: 'user.login_failed', clientId: null, providerId: party.id },
      { type: 'user.login', clientId: null, providerId: party.id },
    ]);
  });
});
