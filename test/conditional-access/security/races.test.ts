import { describe, expect, onTestFinished } from 'vitest';
import { keepPolicies } from '../../../src/conditional-access/resources/sql/guard-locks.ts';
import { besides } from '../../support/second-factors.ts';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson, type Person, type Seen } from '../../support/person.ts';
import { aRelyingParty, authorized, aPerson as aVisitor, signedIn } from '../../support/relying-party.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const eight = Array.from({ length: 8 }, (_, at) => at);

interface Waiting {
  userId: string;
  person: Person;
  page: Seen;
}

/** Creates a user who has typed the name, and who types the password next. */
async function waiting({ ours, origin }: TestService): Promise<Waiting> {
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  const person = aPerson(origin);
  const page = await person.send(await person.open(`/login/${ours.orgId}`), { username: email });
  return { userId, person, page };
}

const typePassword = ({ person, page }: Waiting): Promise<Seen> => person.send(page, { password });

const loginsOf = ({ sql }: TestService, users: readonly Waiting[]): Promise<object[]> =>
  sql('select from login_sessions where user_id = any ($1)', [users.map(({ userId }) => userId)]);

describe('while a policy is enabled', () => {
  test('no sign-in passes that starts after the answer, and a login from before opens nothing', async ({
    service,
  }) => {
    const { ours } = service;
    const id = await anAccessPolicy(ours, {
      status: 'REPORT_ONLY',
      conditions: { clientTypes: ['browser'] },
    });
    const early = await Promise.all(eight.map(() => waiting(service)));
    const late = await Promise.all(eight.map(() => waiting(service)));
    const racing = Promise.all(early.map(typePassword));
    const enabled = await ours.call('updateAccessPolicy', { path: { id }, body: { status: 'ENABLED' } });
    expect(enabled.status).toBe(200);
    const pages = await Promise.all(late.map(typePassword));
    expect(pages.map(({ title }) => title)).toEqual(eight.map(() => 'Sign-in blocked'));
    expect(await loginsOf(service, late)).toEqual([]);
    await racing;
    const accounts = await Promise.all(early.map(({ person }) => person.open(`/account/${ours.orgId}`)));
    expect(accounts.map(({ title }) => title)).not.toContain('Your account');
  });

  test('no authorization passes that starts after the answer', async ({ service }) => {
    const { ours } = service;
    const party = await aRelyingParty(ours);
    const id = await anAccessPolicy(ours, {
      status: 'REPORT_ONLY',
      conditions: { applications: { include: [party.clientId] } },
    });
    const browsers = await Promise.all(
      [...eight, ...eight].map(async () =>
        signedIn(service, { issuer: party.issuer, userId: await aVisitor(service) }),
      ),
    );
    const racing = Promise.all(browsers.slice(0, 8).map((browser) => authorized(party, browser)));
    await ours.call('updateAccessPolicy', { path: { id }, body: { status: 'ENABLED' } });
    const late = await Promise.all(browsers.slice(8).map((browser) => authorized(party, browser)));
    expect(late.map(({ shown }) => shown.url.searchParams.get('error'))).toEqual(
      eight.map(() => 'access_denied'),
    );
    await racing;
  });
});

describe('eight requests at once', () => {
  test('create one policy with a priority, and get 409 for the others', async ({ service: { ours } }) => {
    const answers = await Promise.all(
      eight.map((at) =>
        ours.call('createAccessPolicy', { body: { name: `policy ${at}`, priority: 5, decision: 'BLOCK' } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201,
      ...eight.slice(1).map(() => 409),
    ]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      eight.slice(1).map(() => 'POLICY_CONFLICT'),
    );
    expect((await ours.call('listAccessPolicies')).body.data).toHaveLength(1);
  });

  test('move one of eight policies to a free priority', async ({ service: { ours } }) => {
    const ids = await Promise.all(
      eight.map((at) => anAccessPolicy(ours, { priority: 10 + at, status: 'DISABLED' })),
    );
    const answers = await Promise.all(
      ids.map((id) => ours.call('updateAccessPolicy', { path: { id }, body: { priority: 5 } })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...eight.slice(1).map(() => 409),
    ]);
  });
});

test('a change of a policy waits briefly for a long change of groups, and is then refused whole', async ({
  service,
}) => {
  const { ours } = service;
  const { orgId, within, close } = await besides(service);
  onTestFinished(close);
  const body = {
    name: 'Waits',
    priority: 4_321,
    status: 'ENABLED',
    decision: 'BLOCK',
    acknowledgeLockout: true,
  };
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const change = within(async (tx) => {
    await keepPolicies(tx, orgId);
    begin();
    await over;
  });
  await begun;
  const refused = await ours.call('createAccessPolicy', { body });
  end();
  await change;
  expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  const created = await ours.call('createAccessPolicy', { body });
  expect(created.status).toBe(201);
  await ours.call('deleteAccessPolicy', { path: { id: created.body.id } });
});
