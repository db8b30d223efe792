// A link to the dashboard stands in for the first factor. From a place where a policy lets no user set a factor up, a stolen link must
// not enrol the passkey of the thief, which would then count as two factors.
import { describe, expect, onTestFinished } from 'vitest';
import { makeOwnerLink } from '../../../src/users/dashboard-links/dashboard-links.ts';
import { accessTest as test, aLocation, anAccessPolicy } from '../../support/access.ts';
import { enrolmentOptions, enrolPasskey, passkeySetUp } from '../../support/access-passes.ts';
import { aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { besides } from '../../support/second-factors.ts';
import type { TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const elsewhere = { applications: { include: ['cli_01kahz5v3be4nr7q2m8x9c0d1e'] } };

const demand = ({ ours }: TestService, requirement: 'MFA' | 'PASSKEY', include: string) =>
  anAccessPolicy(ours, {
    decision: 'REQUIRE',
    requirements: [requirement],
    conditions: { applications: { include: [include] } },
    acknowledgeLockout: true,
  });

/** An owner without a password and a passkey, who follows a link of `make dashboard`. */
async function anOwnerByLink(service: TestService) {
  const { ours, origin } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, roles: ['OWNER'] });
  const domain = await besides(service);
  const token = await domain.within((tx) => makeOwnerLink(tx, { id: userId, username: email, email }));
  await domain.close();
  const person = aPerson(origin);
  const answer = await createClient(origin).send('POST', '/admin/redeem', {
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
    },
    body: JSON.stringify({ token }),
  });
  person.cookies.keep(answer, '/');
  return { userId, person, orgId: ours.orgId ?? '', answer };
}

const factorsOf = ({ sql }: TestService, userId: string) =>
  sql(
    `select 1 from users u where u.id = $1
        and (u.password_hash is not null or exists (select from passkeys p where p.user_id = u.id))`,
    [userId],
  );

describe('a link to the dashboard, for an owner without a way to sign in', () => {
  test('enrols no passkey while a policy demands a factor in one application', async ({ service }) => {
    await demand(service, 'MFA', elsewhere.applications.include[0] ?? '');
    const { person, orgId, answer, userId } = await anOwnerByLink(service);
    expect(answer.status).toBe(200);
    const shown = await person.open(String(answer.body.location));
    expect([shown.title, shown.text.includes('enrol-passkey')]).toEqual(['Choose a password', false]);
    // The fields are good for each form of the sign-in.
    const form = { sign_in: fieldOf(shown, 'sign_in'), csrf: fieldOf(shown, 'csrf') };
    expect((await enrolmentOptions({ person, orgId, form })).status).toBe(404);
    expect(await factorsOf(service, userId)).toEqual([]);
    const done = await person.send(shown, { new_password: 'vivid-harbor-cello-42' }, 'new-password');
    expect(done.path).toBe(`/admin/${orgId}`);
  });

  test.for(['MFA', 'PASSKEY'] as const)(
    'leads nowhere while a policy of the dashboard demands %s, and sets nothing up',
    async (requirement, { service }) => {
      await demand(service, requirement, 'keyward:admin');
      const { answer, userId } = await anOwnerByLink(service);
      expect([answer.status, answer.body.code]).toEqual([403, 'ACCESS_BLOCKED']);
      expect(await factorsOf(service, userId)).toEqual([]);
    },
  );

  test('enrols a passkey at low risk from a trusted location', async ({ service }) => {
    const { ours } = service;
    await demand(service, 'PASSKEY', 'keyward:admin');
    const id = await aLocation(ours, { ipRanges: ['127.0.0.0/8', '::1'], isTrusted: true });
    onTestFinished(async () => void (await ours.call('deleteNamedLocation', { path: { id } })));
    const { person, orgId, answer } = await anOwnerByLink(service);
    const page = await person.open(String(answer.body.location));
    const enrolling = await passkeySetUp(service, { person, page });
    expect((await enrolPasskey(enrolling)).headers.get('location')).toBe(`/admin/${orgId}`);
  });
});
