import { describe, expect } from 'vitest';
import { aDirectory } from '../../support/directories.ts';
import { aScimUser, person } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';
import { anEmail } from '../../support/users.ts';

/**
 * Counts the statements of a request. Workers send statements meanwhile, so this is the least that one of
 * several requests sends.
 */
async function leastSent(
  sent: ReturnType<typeof statementsSent>,
  ask: () => Promise<void>,
): Promise<{ statements: number; commits: number }> {
  const counts: { statements: number; commits: number }[] = [];
  for (let round = 0; round < 5; round++) {
    sent.forget();
    await ask();
    const texts = sent.since();
    const commits = texts.filter((text) => text === 'commit').length;
    counts.push({
      commits,
      statements: texts.filter((text) => text !== 'commit' && text !== 'begin').length,
    });
  }
  return {
    statements: Math.min(...counts.map(({ statements }) => statements)),
    commits: Math.min(...counts.map(({ commits }) => commits)),
  };
}

describe('createScimUser', () => {
  test('sends four statements in one commit, and so does a step of a bulk request', async ({ service }) => {
    const directory = await aDirectory(service);
    const manager = await aScimUser(directory, { displayName: 'Boss' });
    const body = () =>
      person({
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [
          { value: anEmail(), type: 'work', primary: true },
          { value: anEmail(), type: 'home' },
        ],
        phoneNumbers: [{ value: '+1', type: 'mobile' }],
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: manager.id } },
      });
    const sent = statementsSent();
    const alone = await leastSent(sent, async () => {
      expect((await directory.send('POST', '/Users', body())).status).toBe(201);
    });
    expect(alone).toEqual({ statements: 4, commits: 1 });
    const together = await leastSent(sent, async () => {
      const Operations = [1, 2, 3].map((n) => ({
        method: 'POST',
        path: '/Users',
        bulkId: `${n}`,
        data: body(),
      }));
      const { body: done } = await directory.send('POST', '/Bulk', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
        Operations,
      });
      expect(done.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201', '201']);
    });
    // The request itself is authenticated once.
    expect(together).toEqual({ statements: 1 + 3 * 4, commits: 3 });
  });
});

describe('listScimUsers', () => {
  test('finds a user name with two statements', async ({ service }) => {
    const directory = await aDirectory(service);
    const user = await aScimUser(directory);
    const sent = statementsSent();
    const least = await leastSent(sent, async () => {
      const { body } = await directory.send('GET', `/Users?filter=userName eq "${user.userName}"`);
      expect(body.totalResults).toBe(1);
    });
    expect(least).toEqual({ statements: 2, commits: 0 });
  });
});

describe('getIdentity', () => {
  test('sends two statements', async ({ service: { ours } }) => {
    const { body: made } = await ours.call('createIdentity', { body: { name: 'deploy', type: 'CI_CD' } });
    const sent = statementsSent();
    const least = await leastSent(sent, async () => {
      expect((await ours.call('getIdentity', { path: { id: made.id } })).status).toBe(200);
    });
    expect(least).toEqual({ statements: 2, commits: 0 });
  });
});
