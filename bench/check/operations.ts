import type { Side } from './side.ts';
import { type Api, apiOf } from '../frame/api.ts';
import {
  bearer,
  credentialReads,
  type Given,
  introspections,
  requestText,
  scimCreation,
  scimLookUps,
  tokenRequests,
  userinfos,
  verifications,
} from '../frame/requests.ts';

/** A hot operation: the requests that are put on a side, or undefined where the side lacks it. */
export interface Operation {
  name: string;
  /** Requests at once, if not 32: a node refuses more of slow work (docs/overload.md). */
  connections?: number;
  requests: (side: Side) => Given | undefined | Promise<Given | undefined>;
}

const verifying = ({ caller }: Side, keys: readonly string[], more: object = {}): Given =>
  verifications(caller, keys, more);

const oidc = ({ orgId }: Side): string => `/api/oidc/${orgId}`;
const scim = ({ orgId }: Side): string => `/api/scim/v2/${orgId}/Users`;

const issuing =
  (format: 'jwt' | 'opaque') =>
  (side: Side): Given | undefined =>
    side.basic && tokenRequests(`${oidc(side)}/token`, side.basic[format]);

/** The API of the tenant whose uses are not plain. */
const otherApi = ({ port, other }: Side): Api => apiOf(port, other.caller);

/**
 * Verifies in the tenant whose uses are not plain. The webhook and policies of the tenant stay, so the
 * operations below stand in this order.
 */
const notPlainly = ({ other }: Side): Given => verifications(other.caller, other.keys);

/** A webhook of the tenant wants the uses. It is paused, so that no delivery is sent. */
async function verifyingWatched(side: Side): Promise<Given> {
  const api = otherApi(side);
  const { id } = await api('POST', 'webhooks', {
    name: 'uses',
    url: 'https://example.com/',
    events: ['credential.used'],
  });
  await api('POST', `webhooks/${id}/pause`);
  return notPlainly(side);
}

/** Conditional access blocks other uses. */
async function verifyingUnderAccess(side: Side): Promise<Given> {
  await otherApi(side)('POST', 'conditional-access/policies', {
    name: 'risky machines',
    priority: 1,
    status: 'ENABLED',
    decision: 'BLOCK',
    conditions: { clientTypes: ['machine'], riskLevels: ['CRITICAL'] },
  });
  return notPlainly(side);
}

/** A policy judges each use. */
async function verifyingUnderPolicy(side: Side): Promise<Given> {
  await otherApi(side)('POST', 'policies', {
    name: 'rotation',
    type: 'ROTATION_AGE',
    parameters: { maxAgeDays: 365 },
  });
  return notPlainly(side);
}

/** Half of the requests are plain. */
const verifyingMixed = (side: Side): Given => {
  const [plain, other] = [verifying(side, side.keys), notPlainly(side)];
  return { ...plain, texts: plain.texts.flatMap((text, at) => [text, other.texts[at] ?? text]) };
};

export const operations: readonly Operation[] = [
  { name: 'verify', requests: (side) => verifying(side, side.keys) },
  { name: 'verify-capped', requests: (side) => verifying(side, side.capped) },
  { name: 'verify-scopes', requests: (side) => verifying(side, side.keys, { scopes: ['read:orders'] }) },
  { name: 'verify-access', requests: verifyingUnderAccess },
  { name: 'verify-policy', requests: verifyingUnderPolicy },
  { name: 'verify-mixed', requests: verifyingMixed },
  { name: 'verify-watched', requests: verifyingWatched },
  { name: 'issue-opaque', requests: issuing('opaque') },
  { name: 'issue-jwt', requests: issuing('jwt') },
  {
    name: 'introspect',
    requests: (side) =>
      side.basic &&
      introspections(
        side.port,
        { token: `${oidc(side)}/token`, introspect: `${oidc(side)}/introspect` },
        side.basic.opaque,
      ),
  },
  {
    name: 'userinfo',
    requests: (side) => side.people && userinfos(`${oidc(side)}/userinfo`, side.people),
  },
  { name: 'get', requests: ({ caller, ids }) => credentialReads(caller, ids) },
  {
    name: 'list',
    requests: ({ caller }) => ({
      texts: [requestText('GET /api/v1/credentials?limit=20', bearer(caller))],
      mark: '"pagination"',
    }),
  },
  {
    name: 'scim-create',
    connections: 4,
    requests: (side) => (side.scimToken === undefined ? undefined : scimCreation(scim(side), side.scimToken)),
  },
  {
    name: 'scim-find',
    connections: 4,
    requests: (side) =>
      side.scimToken === undefined ? undefined : scimLookUps(scim(side), side.scimToken, side.userNames),
  },
];
