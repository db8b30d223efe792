import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { batched } from '../../platform/batch.ts';
import { onBehalfOf } from '../../platform/on-behalf.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { FrontChannel } from '../../lib/front-channel.ts';
import { readJwt } from '../../lib/jwt.ts';
import type { ArtifactRow } from '../sql/oidc-artifacts.ts';
import type { OidcClientRow } from '../sql/oidc-clients.ts';
import type { SubjectRow } from '../sql/oidc-subjects.ts';
import {
  oidcClientOf,
  namedModels,
  type OidcRequest,
  type OidcRequestRow,
  oidcSubjectOf,
  readOidcRequests,
} from '../sql/read-oidc-requests.ts';
import { type OidcVisitRow, readOidcVisit } from '../sql/read-oidc-visit.ts';
import { looksSigned, signedPrefix } from './signed-token-id.ts';

/** The result of a look-up. `row` is undefined if there is no row. */
export type Found<Row> = { row: Row | undefined };

/** The client, and the token, code or interaction that a request names, before any of it is verified. */
export interface Asking {
  clientId?: string | undefined;
  token?: string | undefined;
  browser?: AskingBrowser;
}

/** The browser of a request, if a person sends it. */
export interface AskingBrowser {
  /** The hash of our cookie. */
  hash: Buffer | undefined;
  /** The cookie of the session of the engine. */
  session: string | undefined;
  front: FrontChannel;
}

/**
 * The rows that one statement read for one request, after the request had come. The engine asks for the rows
 * piece by piece. The rows end with the request, so nothing is ever answered by an earlier state. Each function
 * returns undefined for a row that was not looked up.
 */
export interface ReadAhead {
  /** The version of the tenant's provider. */
  version: number;
  /** access_version of the tenant: 0 if no policy of conditional access is live. */
  accessVersion: number;
  /** The version of the policies that judge machines; 0 if there are none. */
  policiesVersion: number;
  environment: Tenant['environment'];
  /** Whether the organization is suspended or closed. Then only its published documents are served. */
  isSuspended: boolean;
  now: Date;
  artifact: (model: string, id: string) => Found<ArtifactRow> | undefined;
  client: (clientId: string) => Found<{ text: string; read: () => OidcClientRow }> | undefined;
  subject: (userId: string) => Found<SubjectRow> | undefined;
  session: (uid: string) => Found<ArtifactRow> | undefined;
  /** The login of the browser, whose use was noted. */
  login?: Found<NonNullable<OidcVisitRow['login']>>;
}

/**
 * Reads ahead for a request. Requests without a browser that wait at the same time share a statement.
 * @returns undefined for no such tenant
 */
export function readerAhead(pool: Pool): (orgId: string, asking?: Asking) => Promise<ReadAhead | undefined> {
  // One statement at a time: fewer statements then answer more requests each, which took 0.93 of the CPU of an introspection.
  const read = batched((requests: OidcRequest[]) => readOidcRequests(pool, requests), { inFlight: 1 });
  return async (orgId, { clientId, token, browser } = {}) => {
    const tokenId = token === undefined ? undefined : idOf(token);
    const request = { orgId, clientId: clientId ?? null, tokenHash: hashOf(tokenId) };
    if (!browser || (browser.hash === undefined && browser.session === undefined)) {
      const row = await read(request);
      return row && aheadOf(row, clientId, tokenId);
    }
    const visit = {
      ...request,
      browserHash: browser.hash ?? null,
      engineHash: hashOf(browser.session),
      front: browser.front,
    };
    const row = await onBehalfOf({ orgId, operation: 'OpenID Connect' }, () => readOidcVisit(pool, visit));
    return row && visitAheadOf(aheadOf(row, clientId, tokenId), row, browser);
  };
}

const hashOf = (text: string | undefined): Buffer | null =>
  text === undefined ? null : hash('sha256', text, 'buffer');

/** Adds what only a browser has. */
function visitAheadOf(
  ahead: ReadAhead,
  { login, engineSealed: sealed }: OidcVisitRow,
  { session }: AskingBrowser,
): ReadAhead {
  const idHash = hashOf(session);
  const kept = { row: sealed && idHash ? { ...unused, sealed, idHash } : undefined };
  return {
    ...ahead,
    login: { row: login ?? undefined },
    artifact: (model, id) => (model === 'Session' && id === session ? kept : ahead.artifact(model, id)),
  };
}

/**
 * Returns the id that a token is stored under. A signed token is found by its id only after its signature was verified.
 */
function idOf(token: string): string | undefined {
  if (!looksSigned(token)) return token;
  const jti = readJwt(token)?.claims['jti'];
  return typeof jti === 'string' ? signedPrefix + jti : undefined;
}

const named: ReadonlySet<string> = new Set(namedModels);

function aheadOf(row: OidcRequestRow, clientId: string | undefined, tokenId: string | undefined): ReadAhead {
  const kept = (payload: string | null): Found<ArtifactRow> => ({
    row: payload === null ? undefined : { ...unused, payload },
  });
  const clientIn = (text: string | null): ReturnType<ReadAhead['client']> => ({
    row: text === null ? undefined : { text, read: () => oidcClientOf(text) },
  });
  return {
    version: row.version,
    accessVersion: row.accessVersion,
    policiesVersion: row.policiesVersion,
    environment: row.environment,
    isSuspended: row.isSuspended,
    now: row.now,
    artifact(model, id) {
      if (named.has(model) && id === tokenId)
        return { row: model === row.model ? { ...unused, ...row } : undefined };
      return model === 'Grant' && id === row.grantId ? kept(row.grantPayload) : undefined;
    },
    client(id) {
      if (id === row.tokenClientId) return clientIn(row.tokenClient);
      return id === clientId ? clientIn(row.client) : undefined;
    },
    subject(id) {
      if (id !== row.userId) return undefined;
      return { row: row.subject === null ? undefined : oidcSubjectOf(row.subject) };
    },
    session(uid) {
      const { sessionUid, sessionSealed: sealed, sessionHash: idHash } = row;
      if (uid !== sessionUid) return undefined;
      return { row: sealed && idHash ? { ...unused, sealed, idHash } : undefined };
    },
  };
}

/** An artifact that was not used; of those that are read here only sessions are sealed. */
const unused = {
  payload: null,
  sealed: null,
  idHash: Buffer.alloc(0),
  consumedSecondsAgo: null,
  consumedAt: null,
};
