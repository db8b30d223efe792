import type { DryRequest } from './dry-request.ts';

const patch = (...operations: unknown[]): string =>
  JSON.stringify(
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations },
    null,
    2,
  );

/** Requests that directories send most, to start from. The user enters the id. */
export const examples = {
  rename: {
    method: 'PATCH',
    resource: 'Users',
    id: '',
    body: patch({ op: 'replace', path: 'name.familyName', value: 'Lovelace' }),
  },
  disable: {
    method: 'PATCH',
    resource: 'Users',
    id: '',
    body: patch({ op: 'replace', path: 'active', value: false }),
  },
  create: {
    method: 'POST',
    resource: 'Users',
    id: '',
    body: JSON.stringify(
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: 'ada@example.com',
        externalId: 'emp-1815',
        name: { givenName: 'Ada', familyName: 'Byron' },
        emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
        active: true,
      },
      null,
      2,
    ),
  },
  group: {
    method: 'POST',
    resource: 'Groups',
    id: '',
    body: JSON.stringify(
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Engineering',
        members: [],
      },
      null,
      2,
    ),
  },
  remove: { method: 'DELETE', resource: 'Users', id: '', body: '' },
} as const satisfies Record<string, DryRequest>;
