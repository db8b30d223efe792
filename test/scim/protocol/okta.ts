import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { aDirectoryOf, type Directory, userSchema } from '../../support/directories.ts';
import type { TestService } from '../../support/service.ts';

export const okta = (service: TestService): Promise<Directory> =>
  aDirectoryOf(service, 'OKTA', { 'user-agent': 'Okta SCIM Client 1.0.0', accept: 'application/scim+json' });

/** Returns the body of "Create the User". The password is longer than theirs, so there is one to change. */
export const newUser = (userName: string) => ({
  schemas: [userSchema],
  userName,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00u${userName}`,
  groups: [],
  password: '1mz050nq-7tk2-Qwv',
  active: true,
});

export const aName = () => `test.user-${randomUUID()}@okta.local`;

/** Creates a user as Okta does for an assignment. */
export async function anAssigned(
  { send }: Directory,
  userName = aName(),
): Promise<{ id: string; userName: string }> {
  const { status, body } = await send('POST', '/Users', newUser(userName));
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: body.id, userName };
}
