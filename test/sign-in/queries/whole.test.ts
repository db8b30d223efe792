import { expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aRelyingParty } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';
import { anEmail } from '../../support/users.ts';
import { signInUntilTokens } from '../../support/whole-sign-in.ts';

const password = 'vivid-harbor-cello-42';

/** What the process writes for earlier requests, whenever it likes. */
const inBackground = /scope_uses|usage_facts/;

test('a sign-in until its tokens asks Postgres no more than it must', async ({ service }) => {
  const party = await aRelyingParty(service.ours);
  const email = anEmail();
  await aUser(service.ours, { email, password });
  const sent = statementsSent();
  await signInUntilTokens(service.origin, party, { email, password });
  const asked: { request: string; statements: string[] }[] = [];
  await signInUntilTokens(service.origin, party, { email, password }, async (request, work) => {
    sent.forget();
    const result = await work();
    asked.push({ request, statements: sent.since().filter((text) => !inBackground.test(text)) });
    return result;
  });
  const all = asked.flatMap(({ statements }) => statements);
  const told = asked.flatMap(({ request, statements }) => [request, ...statements]).join('\n');
  expect(all.length, told).toBeLessThanOrEqual(76);
  expect(all.filter((text) => text === 'commit').length, told).toBeLessThanOrEqual(6);
});
