import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { stranger } from '../../support/saml-messages.ts';
import {
  arrive,
  aSamlSubject,
  askedBy,
  awayBySaml,
  responseTo,
  samlConnected,
  type Says,
} from '../../support/saml-upstream.ts';
import { test, type TestService } from '../../support/service.ts';
import { changeConnection } from '../../support/stored-connections.ts';

/** Makes a link, opens it, and goes to the identity provider. */
async function begun(service: TestService, id: string) {
  const { status, body } = await service.ours.call('createTestSignIn', { path: { id } });
  expect(status).toBe(201);
  const path = new URL(body.url).pathname;
  const person = aPerson(service.origin);
  const page = await person.open(path);
  const form = page.forms.find(({ action }) => action === path);
  const led = await person.post(path, form?.fields ?? {});
  return { person, asked: askedBy(led) };
}

const written = async ({ sql }: TestService) => {
  const [row] = await sql(
    `select (select count(*) from users) as users, (select count(*) from social_links) as links,
            (select count(*) from login_sessions) as logins, (select count(*) from events) as events`,
  );
  return row;
};

describe('startTestSignIn', () => {
  test('runs the flow of a SAML connection that is disabled, shows what a sign-in would do, and does nothing', async ({
    service,
  }) => {
    const one = await samlConnected(service, { trustEmail: true });
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const before = await written(service);
    const { person, asked } = await begun(service, one.id);
    expect(asked.relayState).toMatch(/^tst_[0-9a-z]{26}\.[\w-]{43}$/);
    const says = aSamlSubject(one);
    const arrived = await arrive(service, one, responseTo(one, asked.id, says), asked.relayState);
    const result = await person.open(arrived.location);
    expect([result.status, result.title]).toEqual([200, 'The test worked']);
    expect(result.text).toContain(says.email);
    expect(await written(service)).toEqual(before);
    const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
    expect(body.data[0]).toMatchObject({ test: true, outcome: 'SUCCESS' });
    // Once.
    expect((await person.open(arrived.location)).title).toBe('This link no longer works');
  });

  test('takes the response in its own browser, and to its own request only', async ({ service }) => {
    const one = await samlConnected(service, { trustEmail: true });
    const first = await begun(service, one.id);
    const second = await begun(service, one.id);
    const says = aSamlSubject(one);
    const stolen = await arrive(service, one, responseTo(one, first.asked.id, says), first.asked.relayState);
    expect((await second.person.open(stolen.location)).title).toBe('This link no longer works');
    // The response to the request of the first, with the state of the second.
    const mixed = await arrive(service, one, responseTo(one, first.asked.id, says), second.asked.relayState);
    const result = await second.person.open(mixed.location);
    expect(result.title).toBe('The test didn’t work');
    expect(result.text).toContain('InResponseTo');
  });

  test.for<[what: string, make: (good: (says?: Says) => string) => string, reason: string]>([
    ['has another audience', (good) => good({ assertion: { audiences: ['https://x.example'] } }), 'audience'],
    ['is signed by a stranger', (good) => good({ protection: { key: stranger } }), 'No known key'],
    ['is not XML', () => 'x', 'not well-formed'],
    ['was sent before', (good) => good(), 'has sent this assertion before'],
  ])(
    'shows on its page why a response is refused that %s, and creates nothing',
    async ([what, make, reason], { service }) => {
      const one = await samlConnected(service);
      await changeConnection(service, one.id, "status = 'DISABLED'");
      const { person, asked } = await begun(service, one.id);
      const xml = make((says = {}) => responseTo(one, asked.id, { ...aSamlSubject(one), ...says }));
      if (what === 'was sent before') await arrive(service, one, xml, asked.relayState);
      const state = () =>
        service.sql('select status, health, last_error, version from federation_connections where id = $1', [
          one.id,
        ]);
      const before = [await written(service), await state()];
      const arrived = await arrive(service, one, xml, asked.relayState);
      expect([arrived.status, arrived.location]).toEqual([
        303,
        `/api/v1/federation/saml/${one.id}/finish?state=${asked.relayState}`,
      ]);
      // The address works in no other browser.
      expect((await aPerson(service.origin).open(arrived.location)).title).toBe('This link no longer works');
      const page = await person.open(arrived.location);
      expect([page.status, page.title]).toEqual([200, 'The test didn’t work']);
      expect(page.text).toContain('FEDERATION_CONN_FAILED');
      expect(page.text).toContain(reason);
      const { body } = await service.ours.call('listConnectionTraces', { path: { id: one.id } });
      const traces = body.data.filter((trace: { test: boolean }) => trace.test);
      expect(traces).toEqual([
        expect.objectContaining({
          outcome: 'FAILED',
          verified: false,
          reason: expect.stringContaining(reason),
        }),
      ]);
      expect(page.text).toContain(traces[0].reference);
      expect([await written(service), await state()]).toEqual(before);
      expect((await person.open(arrived.location)).title).toBe('This link no longer works');
    },
  );

  test('shows the usual page for a refused response with a state that no test has', async ({ service }) => {
    const one = await samlConnected(service);
    const { asked } = await begun(service, one.id);
    const forged = asked.relayState.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const other = await samlConnected(service);
    for (const [at, state] of [
      [one, forged],
      [other, asked.relayState],
    ] as const)
      expect((await arrive(service, at, 'x', state)).status).toBe(400);
    const rows = await service.sql(
      "select dialogue -> 'refused' as refused from federation_test_sign_ins where connection_id = $1",
      [one.id],
    );
    expect(rows).toEqual([{ refused: null }]);
  });

  test('ends no sign-in, and a sign-in ends no test', async ({ service }) => {
    const one = await samlConnected(service, { trustEmail: true });
    const before = await written(service);
    const tested = await begun(service, one.id);
    const says = aSamlSubject(one);
    const { asked } = await awayBySaml(service, one, tested.person);
    const asSignIn = await arrive(service, one, responseTo(one, tested.asked.id, says), asked.relayState);
    expect((await tested.person.open(asSignIn.location)).status).toBe(400);
    const asTest = await arrive(service, one, responseTo(one, asked.id, says), tested.asked.relayState);
    expect((await tested.person.open(asTest.location)).title).toBe('The test didn’t work');
    expect(await written(service)).toEqual(before);
  });

  test('signs no user in by a disabled connection and a state that looks like one of a test', async ({
    service,
  }) => {
    const one = await samlConnected(service, { trustEmail: true, allowIdpInitiated: true });
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const before = await written(service);
    const state = `tst_${'0'.repeat(26)}.${'a'.repeat(43)}`;
    const unsolicited = await arrive(service, one, responseTo(one, undefined, aSamlSubject(one)), state);
    const page = await aPerson(service.origin).open(unsolicited.location);
    expect(page.status).toBe(404);
    expect(await written(service)).toEqual(before);
  });
});
