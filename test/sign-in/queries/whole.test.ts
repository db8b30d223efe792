import { expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aRelyingParty } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';
import { anEmail } from '../../support/users.ts';
import { signInUntilTokens } from '../../support/whole-sign-in.ts';

const password = 'vivid-harbor-cello-42';

test('a sign-in until its tokens asks Postgres no more than it must', async ({ service }) => {
  const party = await aRelyingParty(service.ours);
  const email = anEmail();
  await aUser(service.ours, { email, password });
  const sent = statementsSent();
  await signInUntilTokens(service.origin, party, { email, password });
  const asked: { request: string; statements: string[] }[] = [];
  // The process may send statements of its own meanwhile. So the smallest number of three counts for each request.
  for (let round = 0; round < 3; round++) {
    let at = 0;
    await signInUntilTokens(service.origin, party, { email, password }, async (request, work) => {
      sent.forget();
      const result = await work();
      const statements = sent.since();
      const before = asked[at];
      if (!before || statements.length < before.statements.length) asked[at] = { request, statements };
      at += 1;
      return result;
    });
  }
  const all = asked.flatMap(({ statements }) => statements);
  const told = asked.flatMap(({ request, statements }) => [request, ...statements]).join('\n');
  expect(all.length, told).toBe(23);
  expect(all.filter((text) => text === 'commit').length, told).toBe(2);
});
