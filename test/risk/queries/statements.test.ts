import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';
import { makeOldFactsPossible, typesOf, usesOf } from '../../support/uses.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await makeOldFactsPossible(service);
});
afterAll(() => service.stop());

const { used, found, anOldCredential } = usesOf(() => service);

test('the task looks for earlier uses only of credentials without a profile', async () => {
  const id = await anOldCredential();
  await used(id, { daysAgo: 8 });
  const sent = statementsSent();
  const lookUps = () =>
    sent.since().filter((text) => text.includes('exists (select from usage_facts')).length;
  await found(id, {});
  expect(lookUps()).toBe(1);
  sent.forget();
  expect(typesOf(await found(id, { address: '192.0.2.9' }))).toEqual(['NEW_IP']);
  expect(lookUps()).toBe(0);
});
