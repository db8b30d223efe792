import { expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

test('the clean-up removes expired sign-in data in blocks, and keeps a browser where a user signed in for 400 days', async ({
  service,
}) => {
  const { ours, origin, sql, runTask } = service;
  const orgId = ours.orgId ?? '';
  const email = anEmail();
  const userId = await aUser(ours, { email, password });
  await aPerson(origin).signIn(orgId, email, password);
  await aPerson(origin).open(`/login/${orgId}`);
  const known = () =>
    sql(
      'select from browsers b where exists (select from known_browsers k where k.browser_id = b.id and k.user_id = $1)',
      [userId],
    );
  const left = async () => {
    const tables = [
      'browsers',
      'sign_ins',
      'sign_in_failures',
      'mailed_links',
      'oidc_artifacts',
      'passkey_challenges',
    ];
    const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
    return (await sql(`select ${counts.join(', ')}`))[0];
  };
  const before = await left();
  expect(before).toMatchObject({ browsers: 2, sign_ins: 2 });
  await sql(`insert into browsers (id, token_hash, last_seen_at)
    select gen_random_uuid(), sha256(n::text::bytea), now() - interval '25 hours' from generate_series(1, 2500) n`);
  // The expired rows belong to a browser that is there, and go before the browser does.
  for (const text of [
    `insert into sign_ins (org_id, id, browser_id, return_to, expires_at)
     select $1, 'sgn_' || n, (select id from browsers limit 1), '/', now() - interval '61 minutes' from generate_series(1, 2500) n`,
    `insert into sign_in_failures (org_id, name_hash, window_started_at, failures)
     select $1, sha256(n::text::bytea), now() - interval '49 hours', 1 from generate_series(1, 2500) n`,
    `insert into mailed_links (org_id, id, purpose, asked_hash, expires_at)
     select $1, gen_random_uuid(), 'SIGN_IN', '', now() - interval '25 hours' from generate_series(1, 2500) n`,
    `insert into oidc_artifacts (org_id, model, id_hash, payload, expires_at)
     select $1, 'AccessToken', sha256(n::text::bytea), '{}', now() - interval '1 second' from generate_series(1, 2500) n`,
    `insert into passkey_challenges (org_id, holder, purpose, challenge, expires_at)
     select $1, n, 'AUTHENTICATE', '', now() - interval '1 second' from generate_series(1, 2500) n`,
  ])
    await sql(text, [orgId]);
  // Rows that requests without a key leave behind do not wait for the hourly run.
  await runTask('sweep-requests');
  expect(await left()).toEqual({ ...before, sign_in_failures: 2_500, mailed_links: 2_500 });
  await runTask('clean-up');
  expect(await left()).toEqual(before);
  await sql("update browsers set last_seen_at = now() - interval '399 days'");
  await runTask('clean-up');
  expect((await left())?.['browsers']).toBe(1);
  expect(await known()).toHaveLength(1);
  await sql("update browsers set last_seen_at = now() - interval '401 days'");
  await runTask('clean-up');
  expect(await known()).toEqual([]);
});
