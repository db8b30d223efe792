// Requests of callers to a tenant that has grown.
import { grownId } from '../../test/support/grown.ts';
import {
  bearer,
  counter,
  type Given,
  json,
  requestText,
  scimCreation,
  verifications,
} from '../frame/requests.ts';
import type { Grown } from './seed.ts';
import { dueIn, mostRounds } from './sizes.ts';

/** One operation over HTTP. */
export interface Request {
  name: string;
  given: Given;
  /** Requests at once, if not 8. */
  connections?: number;
  /** Whether ten million credentials and usage facts are all that it reads. */
  inLarge?: boolean;
}

const picks = 500;
const [, lastDue] = dueIn(mostRounds);

export function requestsOf(grown: Grown): Request[] {
  const { rows, orgId, key, scimToken, keys } = grown;
  const asked = (paths: readonly string[], mark = '"pagination"'): Given => ({
    texts: paths.map((path) => requestText(`GET /api/v1/${path}`, bearer(key))),
    mark,
  });
  const made = (path: string, body: object, mark: string): Given => ({
    texts: [requestText(`POST /api/v1/${path}`, bearer(key), json(body))],
    mark,
    status: 201,
    numbered: true,
  });
  /** Rows from all over a table of so many. */
  const some = (of: number): number[] =>
    Array.from({ length: Math.min(picks, of) }, (_, at) => 1 + ((at * 7919) % of));
  const ids = (prefix: string, of: number): string[] => some(of).map((n) => grownId(prefix, n));
  // No task ends these.
  const active = some((rows - lastDue) / 10 - 1).map((n) => grownId('cred', lastDue + 10 * n + 4));
  const identities = ids('idn', rows / 10);
  const hook = `webhooks/${grownId('wh', 3)}`;
  const scim = `/api/scim/v2/${orgId}`;
  const scimAsked = (path: string): Given => ({
    texts: [requestText(`GET ${scim}/${path}`, bearer(scimToken))],
    mark: '"totalResults"',
  });
  const one = (name: string, path: string): Request => ({ name, given: asked([path]) });
  const slow = (name: string, path: string): Request => ({ ...one(name, path), connections: 1 });
  return [
    {
      name: 'verify',
      inLarge: true,
      connections: 32,
      given: verifications(key, keys),
    },
    {
      name: 'create a credential',
      inLarge: true,
      given: made(
        'credentials',
        { identityId: grownId('idn', 7), name: `made ${counter}`, scopes: ['read:orders'] },
        '"credential":"kd_',
      ),
    },
    {
      name: 'create an identity',
      given: made('identities', { name: `made ${counter}`, type: 'SERVICE_ACCOUNT' }, '"id":"idn_'),
    },
    {
      name: 'create a user',
      given: made('directory/users', { email: `u${counter}@example.org`, sendInvite: false }, '"id":"usr_'),
    },
    { name: 'create a user by SCIM', connections: 3, given: scimCreation(`${scim}/Users`, scimToken) },
    { name: 'create a group', given: made('directory/groups', { name: `made ${counter}` }, '"id":"grp_') },
    {
      name: 'read a credential',
      inLarge: true,
      given: asked(
        active.map((id) => `credentials/${id}`),
        '"id":"cred_',
      ),
    },
    {
      name: 'read an identity',
      given: asked(
        identities.map((id) => `identities/${id}`),
        '"id":"idn_',
      ),
    },
    {
      name: 'usage of a credential',
      inLarge: true,
      given: asked(
        active.map((id) => `credentials/${id}/usage`),
        '"days"',
      ),
    },
    { ...one('credentials, list', 'credentials?limit=20'), inLarge: true },
    {
      name: 'credentials of an identity',
      inLarge: true,
      given: asked(identities.map((id) => `credentials?limit=20&identityId=${id}`)),
    },
    slow('credentials, suspended', 'credentials?limit=20&status=SUSPENDED'),
    slow('credentials, expire soon', 'credentials?limit=20&expiring=true'),
    slow('credentials, unused for 90 days', 'credentials?limit=20&unusedForDays=90'),
    slow('credentials, search in names', 'credentials?limit=20&search=key%20999'),
    { ...slow('unused report', 'reports/unused-credentials?limit=20'), inLarge: true },
    { name: 'overview', connections: 1, given: asked(['reports/overview'], '"byStatus"') },
    one('identities, list', 'identities?limit=20'),
    slow('identities, search in names', 'identities?limit=20&search=service%20999'),
    one('users, list', 'directory/users?limit=20'),
    slow('users, suspended', 'directory/users?limit=20&status=SUSPENDED'),
    slow('users, deprovisioned', 'directory/users?limit=20&status=DEPROVISIONED'),
    slow('users of the group of all', `directory/users?limit=20&group=${grownId('grp', 1)}`),
    {
      name: 'users of a group of one',
      given: asked(some(rows / 10 - 1).map((n) => `directory/users?limit=20&group=${grownId('grp', n + 1)}`)),
    },
    one('users with a role', 'directory/users?limit=20&role=ADMIN'),
    slow('users, search', 'directory/users?limit=20&search=last4711'),
    one('groups, list', 'directory/groups?limit=20'),
    slow('groups, search', 'directory/groups?limit=20&search=Group%20999'),
    one('members of the group of all', `directory/groups/${grownId('grp', 1)}/members?limit=20`),
    {
      name: 'SCIM userName eq',
      connections: 2,
      given: scimAsked(`Users?filter=${encodeURIComponent('userName eq "free"')}`),
    },
    {
      name: 'SCIM groups, no members',
      connections: 2,
      given: scimAsked('Groups?count=20&excludedAttributes=members'),
    },
    { name: 'SCIM groups, with members', connections: 1, given: scimAsked('Groups?count=20&startIndex=50') },
    one('audit page', 'audit-logs?limit=20'),
    slow('audit of an action', 'audit-logs?limit=20&action=identity.suspend'),
    {
      name: 'audit of a target',
      given: asked(ids('cred', rows / 10).map((id) => `audit-logs?limit=20&targetId=${id}`)),
    },
    slow('audit of an address', 'audit-logs?limit=20&ip=192.0.2.7'),
    slow('audit, refused', 'audit-logs?limit=20&result=DENIED'),
    slow('deliveries', `${hook}/deliveries?limit=20`),
    slow('deliveries PENDING', `${hook}/deliveries?limit=20&status=PENDING`),
    slow('dead letters', `${hook}/dead-letters?limit=20`),
    slow('open anomalies', 'anomalies?limit=20&status=OPEN'),
  ];
}
