import { expect, onTestFinished } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { anAccessPolicy } from '../../support/access.ts';
import { aCredential } from '../../support/builders.ts';
import { countCalls } from '../../support/called.ts';
import type { Client } from '../../support/client.ts';
import { test } from '../../support/service.ts';

test('a verification computes check digits and hash of the key and of the secret once each', async ({
  service,
}) => {
  const { ours, theirs } = service;
  // Its uses are not plain, so three statements verify a secret.
  await anAccessPolicy(theirs, { conditions: { clientTypes: ['machine'], riskLevels: ['HIGH'] } });
  const [plain, policed, last] = [
    await aCredential(ours),
    await aCredential(theirs),
    await aCredential(ours, { maxUsageCount: 1 }),
  ];
  const mistyped = plain.secret.slice(0, -1) + (plain.secret.endsWith('0') ? '1' : '0');
  const calls = await countCalls();
  onTestFinished(() => calls.stop());
  const computedFor = async (client: Client, credential: string, more: object = {}) => {
    await calls.callsIn(/none/);
    const { body } = await client.call('verifyCredential', { body: { credential, ...more } });
    const found = await calls.callsIn(/\/src\/lib\/secret\.ts/);
    return [body.code, found.get('hasRightCheck'), found.get('hashSecret')];
  };
  expect(await computedFor(ours, plain.secret)).toEqual(['VALID', 2, 2]);
  expect(await computedFor(ours, plain.secret, { scopes: ['z'] })).toEqual(['INSUFFICIENT_SCOPE', 2, 2]);
  expect(await computedFor(ours, plain.secret, { consume: false })).toEqual(['VALID', 2, 2]);
  expect(await computedFor(ours, last.secret)).toEqual(['VALID', 2, 2]);
  expect(await computedFor(theirs, policed.secret)).toEqual(['VALID', 2, 2]);
  expect(await computedFor(ours, newSecret('kd_live_'))).toEqual(['NOT_FOUND', 2, 2]);
  // No credential has such a text, so only the key is hashed.
  expect(await computedFor(ours, mistyped)).toEqual(['NOT_FOUND', 2, 1]);
  // A long body is read after the caller is let in.
  const long = { context: { note: 'x'.repeat(5_000) } };
  expect(await computedFor(ours, plain.secret, long)).toEqual(['VALID', 2, 2]);
});
