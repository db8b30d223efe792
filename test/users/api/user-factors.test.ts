import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { aSocialProvider } from '../../support/social.ts';
import { anEmail } from '../../support/users.ts';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

const nothing = {
  hasPassword: false,
  passwordChangedAt: null,
  totp: null,
  passkeys: { count: 0, lastUsedAt: null },
  accessPassExpiresAt: null,
  accounts: [],
  lockedUntil: null,
};

describe('getUserFactors', () => {
  test('shows a user who has nothing to sign in with, and the ETag of the user', async ({
    service: { ours },
  }) => {
    const userId = await aUser(ours);
    const { status, body, headers } = await ours.call('getUserFactors', { path: { userId } });
    expect([status, body]).toEqual([200, { userId, ...nothing }]);
    const user = await ours.call('getUser', { path: { userId } });
    expect(headers.get('etag')).toBe(user.headers.get('etag'));
  });

  test('shows counts and times of all that the user has, and no secret', async ({ service }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours, { password: 'vivid-harbor-cello-42' });
    await aPasskey(sql, userId);
    const used = await aPasskey(sql, userId, 'Phone');
    await sql('update passkeys set last_used_at = now() where id = $1', [used]);
    await ours.call('createAccessPass', { path: { userId } });
    await sql(
      `insert into totp_factors (org_id, user_id, secret, algorithm, digits, period_seconds, last_step, created_at, last_used_at)
       select org_id, id, 'sealed', 'SHA1', 6, 30, 0, now(), now() from users where id = $1`,
      [userId],
    );
    await sql(
      `insert into recovery_codes (org_id, user_id, code_hash, created_at, used_at)
       select org_id, id, sha256(n::text::bytea), now(), case when n = 1 then now() end
         from users, generate_series(1, 3) n where id = $1`,
      [userId],
    );
    const { id: providerId } = await aSocialProvider(ours);
    await sql(
      `insert into social_links (org_id, provider_id, subject, user_id) select org_id, $2, 'the subject', id from users where id = $1`,
      [userId, providerId],
    );
    const { body } = await ours.call('getUserFactors', { path: { userId } });
    expect(body).toEqual({
      userId,
      hasPassword: true,
      passwordChangedAt: time,
      totp: { createdAt: time, lastUsedAt: time, recoveryCodesLeft: 2 },
      passkeys: { count: 2, lastUsedAt: time },
      accessPassExpiresAt: time,
      accounts: [{ type: 'SOCIAL', providerId, name: 'Acme', createdAt: time, lastUsedAt: null }],
      lockedUntil: null,
    });
  });

  test('says until when the name of the user is locked, whichever name was typed', async ({ service }) => {
    const { ours, origin, sql } = service;
    const email = anEmail();
    const userId = await aUser(ours, { email, username: `ann ${email}`, password: 'vivid-harbor-cello-42' });
    const attacker = aPerson(origin);
    const next = await attacker.send(await attacker.open(`/login/${ours.orgId}`), {
      username: email.toUpperCase(),
    });
    const { action = '', fields = {} } = next.forms[0] ?? {};
    const lockedUntil = async () =>
      (await ours.call('getUserFactors', { path: { userId } })).body.lockedUntil;
    for (let at = 0; at < 9; at++) await attacker.post(action, { ...fields, password: `guess ${at}` });
    expect(await lockedUntil()).toBeNull();
    await attacker.post(action, { ...fields, password: 'guess 9' });
    expect(await lockedUntil()).toEqual(time);
    await sql(`update sign_in_failures set locked_until = now()`);
    expect(await lockedUntil()).toBeNull();
  });
});
