import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';
const anotherPassword = 'quiet-lantern-orbit-17';

/** Creates a user who can sign in, and a browser of the user. */
async function somebody(service: TestService, fields: Record<string, unknown> = {}) {
  const { ours, origin } = service;
  const email = anEmail();
  const userId = await aUser(ours, { email, password, ...fields });
  return { userId, email, orgId: ours.orgId ?? '', person: aPerson(origin) };
}

const eventsOf = ({ sql }: TestService, userId: string) =>
  sql<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where data ->> 'userId' = $1 and type ~ 'login|locked|session' order by created_at, id`,
    [userId],
  );

describe('the lock-out', () => {
  test('locks a user name after ten failures for new browsers, but not for a known browser', async ({
    service,
  }) => {
    const { person, orgId, email, userId } = await somebody(service);
    await person.signIn(orgId, email, password);
    const attacker = aPerson(service.origin);
    const next = await attacker.send(await attacker.open(`/login/${orgId}`), { username: email });
    const { action = '', fields = {} } = next.forms[0] ?? {};
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        attacker.post(action, { ...fields, password: `guess number ${at}` }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.headers.get('retry-after')).toBe('900');
    expect(refused[0]?.text).toContain('Wait 15 minutes');
    const right = await attacker.post(action, { ...fields, password });
    expect(right.status).toBe(429);
    expect((await eventsOf(service, userId)).filter(({ type }) => type === 'user.locked')).toHaveLength(1);
    // Where they signed in before they still can.
    await person.send(await person.open(`/logout/${orgId}`), {});
    expect((await person.signIn(orgId, email, password)).title).toBe('Your account');
    await service.sql("update sign_in_failures set locked_until = now() - interval '1 s'");
    expect((await attacker.signIn(orgId, email, password)).title).toBe('Your account');
  });

  test('locks an unknown user name in the same way', async ({ service }) => {
    const orgId = service.ours.orgId ?? '';
    const attacker = aPerson(service.origin);
    const next = await attacker.send(await attacker.open(`/login/${orgId}`), { username: 'nobody-at-all' });
    const { action = '', fields = {} } = next.forms[0] ?? {};
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++)
      statuses.push((await attacker.post(action, { ...fields, password: `guess ${at}` })).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('lets one IP address try twenty passwords a minute', async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '1000' });
    try {
      const orgId = limited.ours.orgId ?? '';
      // Forms for an unknown organization do not count.
      const page = await aPerson(limited.origin).open(`/login/${orgId}`);
      const action = `/login/${newId('org')}/password`;
      const unknown = Array.from({ length: 21 }, () =>
        aPerson(limited.origin).post(action, { ...page.forms[0]?.fields, password }),
      );
      expect(new Set((await Promise.all(unknown)).map(({ status }) => status))).toEqual(new Set([404]));
      const statuses: number[] = [];
      for (let at = 0; at < 21; at++) {
        const person = aPerson(limited.origin);
        const next = await person.send(await person.open(`/login/${orgId}`), { username: `nobody-${at}` });
        // The minute lasts, however long the hashes of the passwords take.
        await limited.sql('update request_windows set started_at = now()');
        const refused = await person.send(next, { password });
        statuses.push(refused.status);
      }
      expect(statuses).toEqual([...Array(20).fill(400), 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('a session', () => {
  test.for([
    ['suspendUser', undefined, 'USER_SUSPENDED'],
    ['deprovisionUser', undefined, 'USER_DEPROVISIONED'],
    ['deleteUser', undefined, 'USER_DELETED'],
    ['updateUser', { password: anotherPassword }, 'PASSWORD_CHANGED'],
  ] as const)(
    'ends after %s, and its event names the reason',
    async ([operation, body, reason], { service }) => {
      const { person, orgId, email, userId } = await somebody(service);
      await person.signIn(orgId, email, password);
      const { status } = await service.ours.call(operation, { path: { userId }, ...(body ? { body } : {}) });
      expect(status).toBe(200);
      expect((await person.open(`/account/${orgId}`)).title).toBe('Sign in');
      const revoked = (await eventsOf(service, userId)).filter(({ type }) => type === 'session.revoked');
      expect(revoked.map(({ data }) => data['reason'])).toEqual([reason]);
      const left = await service.sql(
        `select 1 from audit_logs a join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
        where a.target_id = $1 and p.content like '%Firefox%'`,
        [userId],
      );
      expect(left.length > 0).toBe(operation !== 'deleteUser');
    },
  );
});
