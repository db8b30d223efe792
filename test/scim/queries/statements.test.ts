import { describe, expect } from 'vitest';
import { aDirectory } from '../../support/directories.ts';
import { aScimUser, person } from '../../support/scim.ts';
import { test } from '../../support/service.ts';
import { statementsSent } from '../../support/statements.ts';

/** Statements that a request of SCIM may send; workers send others meanwhile. */
const ofRequests =
  /scim_tokens|date_trunc\('milliseconds', now\(\)\) as now|request_windows|\b(users|user_values|quota_deltas|attribute_schemas|audit_logs|provisioning_log|events)\b/;

describe('createScimUser', () => {
  test('sends at most four statements and one commit', async ({ service }) => {
    const directory = await aDirectory(service);
    const manager = await aScimUser(directory, { displayName: 'Boss' });
    const sent = statementsSent();
    const body = person({
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      emails: [
        { value: 'ada@example.com', type: 'work', primary: true },
        { value: 'home@example.com', type: 'home' },
      ],
      phoneNumbers: [{ value: '+1', type: 'mobile' }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: manager.id } },
    });
    const { status } = await directory.send('POST', '/Users', body);
    const texts = sent.since();
    expect(status).toBe(201);
    const commits = texts.filter((text) => text === 'commit');
    expect(commits.length, texts.join('\n---\n')).toBe(1);
    const statements = texts.filter((text) => ofRequests.test(text));
    expect(statements.length, statements.join('\n---\n')).toBeLessThanOrEqual(4);
  });
});

describe('listScimUsers', () => {
  test('finds a user name with two statements', async ({ service }) => {
    const directory = await aDirectory(service);
    const user = await aScimUser(directory);
    const sent = statementsSent();
    const { body } = await directory.send('GET', `/Users?filter=userName eq "${user.userName}"`);
    const texts = sent.since().filter((text) => ofRequests.test(text));
    expect(body.totalResults).toBe(1);
    expect(texts.length, texts.join('\n---\n')).toBeLessThanOrEqual(2);
  });
});
