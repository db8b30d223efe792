import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { type Bucket, bucket, strangerOf } from './limits.ts';
import type { RequestContext } from '../request-context.ts';

/** A bucket of requests of strangers. */
interface Row {
  /** The start of its names in `request_windows`. Nodes of the release before count the same names. */
  prefix: string;
  /** Requests per minute. */
  limit: number;
  counts: string;
  /** Which caller gets in although strangers at the same address have spent the bucket. */
  known: string;
  /** Which good callers wait for the end of the minute, and why they cannot be known. */
  waits: string;
}

/**
 * Every bucket that counts by the address of a stranger, and who gets in when strangers have spent it (docs/decisions/0107). Each of them has a
 * test in `test/http/security/strangers-beside-callers.test.ts` or `test/http/security/known-in-buckets.test.ts`.
 */
export const bucketRows = {
  callers: {
    prefix: '',
    limit: 60,
    counts: 'wrong keys, SCIM tokens and cookies, and public operations of the API',
    known:
      'keys, SCIM tokens, sessions of users and tokens of the command line; new ones while the address may cause look-ups',
    waits: 'readers of the OpenAPI document, who prove nothing, and GitHub, which has addresses of its own',
  },
  tokens: {
    prefix: 'token',
    limit: 60,
    counts: 'tokens that work once: wrap tokens, and tokens of other issuers that are exchanged',
    known:
      'tokens in the right form, while the address may cause look-ups. Such a token works once, so a node knows none',
    waits: 'a good token when an address has sent 60 wrong tokens in the right form to a node in a minute',
  },
  pages: {
    prefix: 'page',
    limit: 300,
    counts: 'hosted pages, and endpoints of the protocol engine that no client counts',
    known: 'browsers with which a user of the tenant has signed in before, and access tokens at userinfo',
    waits: 'new browsers, preflights, and readers of discovery and of keys, who prove nothing',
  },
  previews: {
    prefix: 'preview',
    limit: 300,
    counts: 'previews of the sign-in page in the dashboard',
    known: 'browsers with which a user has signed in before',
    waits: 'browsers without a cookie, which no dashboard has',
  },
  signIns: {
    prefix: 'sign-in',
    limit: 20,
    counts: 'tried passwords and codes',
    known: 'browsers with which a user of the tenant has signed in before',
    waits: 'users with a new browser, who cannot be told from guesses',
  },
  clients: {
    prefix: 'client',
    limit: 300,
    counts: 'requests that name an OAuth client, a setup link or a connection',
    known:
      'clients with the secret that the node has let in; other secrets and assertions while the address may cause look-ups',
    waits:
      'public clients and logout tokens of identity providers, which carry no lasting secret, and setup pages',
  },
  connections: {
    prefix: 'connection',
    limit: 180,
    counts: 'sign-ins by a connection: assertions, callbacks and logouts',
    known: 'browsers with which a user of the tenant has signed in before, where they send their cookie',
    waits:
      'a posted assertion, because browsers send no cookie with forms of other sites, and its RelayState is not secret',
  },
  documents: {
    prefix: 'document',
    limit: 30,
    counts: 'client ID metadata documents that are read for the first time, of users who are signed in',
    known: 'users, with 30 documents that are new and 30 readings of each document that is known',
    waits: 'users who open their thirty-first new application within a minute',
  },
} as const satisfies Record<string, Row>;

export type BucketName = keyof typeof bucketRows;

/** A client or a connection that a request names. Nothing of it is proved. */
export interface Named {
  orgId: string;
  clientId: string;
}

/** Who a request comes from. If it names a client, strangers elsewhere do not spend the requests of the client. */
export interface Asking extends Partial<Named> {
  address: string;
}

/** The two buckets of a row. Both have its limit. */
export interface Pair {
  strangers: Bucket<Asking>;
  /** The bucket of a known caller, so that strangers do not spend it. */
  known: Bucket;
}

export type Buckets = Readonly<Record<BucketName, Pair>>;

export function bucketsOf(pool: Pool): Buckets {
  const pairOf = ({ prefix, limit }: Row): Pair => ({
    strangers: bucket(pool, { limit, burst: 0 }, (asking) => [...parts(prefix), nameOf(asking)].join(':')),
    known: bucket(pool, { limit, burst: 0 }, (owner) => ['known', ...parts(prefix), owner].join(':')),
  });
  return Object.fromEntries(Object.entries(bucketRows).map(([name, row]) => [name, pairOf(row)])) as {
    [Name in BucketName]: Pair;
  };
}

const parts = (prefix: string): string[] => (prefix === '' ? [] : [prefix]);

/** The name of a requester: its network, and the client that it names. */
export const nameOf = ({ orgId, clientId, address }: Asking): string =>
  orgId === undefined
    ? strangerOf(address)
    : `${hashOfClient({ orgId, clientId: clientId ?? '' })}:${strangerOf(address)}`;

/** A client has a name of any length, so its hash stands for it. */
export const hashOfClient = ({ orgId, clientId }: Named): string =>
  hash('sha256', `${orgId}\0${clientId}`, 'base64url').slice(0, 22);

/** The bucket of a request before anything of it is known. */
export function bucketNameOf({ errors, facts }: Pick<RequestContext, 'errors' | 'facts'>): BucketName {
  if (facts?.counted === 'token') return 'tokens';
  if (errors === 'api' || errors === 'scim') return 'callers';
  return facts?.counted === 'preview' ? 'previews' : 'pages';
}
