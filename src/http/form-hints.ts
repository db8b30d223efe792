import { operations } from '../../generated/operations.ts';
import { Failure } from '../failure.ts';
import { isWithProof } from './bearer.ts';
import { routes } from './contract/find-operation.ts';
import type { RequestContext } from './request-context.ts';

type Asked = Pick<RequestContext, 'rawPath' | 'rawQuery' | 'request' | 'id'>;

/**
 * Adds to a refusal what the form of the request says about its cause: a path without its base, a key without `Bearer`, a `+` in
 * the query, a token of the command line. It looks at nothing but the request, so it tells nothing about what exists. Only refusals pay for it.
 */
export function withHint(failure: Failure, asked: Asked): Failure {
  const more = hints[failure.code]?.(asked, failure.details);
  if (!more) return failure;
  const hinted = new Failure(failure.code, { ...failure.details, ...more }, failure.cause);
  hinted.message = failure.message;
  return hinted;
}

type Hint = (asked: Asked, details: Failure['details']) => Record<string, unknown> | undefined;

const hints: Readonly<Record<string, Hint | undefined>> = {
  NOT_FOUND: ({ id, rawPath }) => (id === undefined ? pathHint(rawPath) : undefined),
  // Operations of operators tell nothing of what another key or token may open.
  UNAUTHORIZED: ({ id, request }) =>
    id !== undefined && operations[id].scheme === 'operatorKey'
      ? undefined
      : keyHint(request.headers.authorization),
  VALIDATION_ERROR: ({ rawQuery }, details) => plusHint(rawQuery, details),
  REAUTHENTICATION_REQUIRED: ({ request }) =>
    isWithProof(request.headers)
      ? { command: 'sign in again by the command, `keyward login`; a refresh of the token does not help' }
      : undefined,
};

const bases = ['/api/v1', '/api'];
/** A start of a path that callers write in place of the base, or a part of the base. */
const otherBase = /^\/(api\/v\d+|api|v\d+)(?=\/)/;

/** The path of the contract that was most likely meant. */
function pathHint(rawPath: string): Record<string, unknown> | undefined {
  const plain = rawPath.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const rest = plain.replace(otherBase, '');
  const meant = [plain, ...bases.flatMap((base) => [`${base}${plain}`, `${base}${rest}`])];
  for (const path of meant) {
    const [id] = routes(path)?.methods.values() ?? [];
    if (id) return { path: `did you mean ${operations[id.id].path}?` };
  }
  return undefined;
}

const bearer = 'Authorization: Bearer <API key>';

/** Tokens that are not API keys, by their prefix. */
const otherTokens: readonly [prefix: string, what: string][] = [
  ['scim_', 'a SCIM token opens only the paths below /api/scim/v2'],
  [
    'kd_wrap_',
    'a wrap token is not an API key: exchange it for the secret at POST /api/v1/credentials/unwrap',
  ],
  ['kd_refresh_', 'a refresh token of the command line opens nothing here'],
  ['whsec_', 'the signing secret of a webhook is not an API key'],
];

function keyHint(authorization: string | undefined): Record<string, unknown> | undefined {
  if (authorization === undefined) return undefined;
  if (isWithProof({ authorization }))
    return {
      Authorization:
        'the access token, its grant or its session has ended, or belongs to another tenant: refresh it, or sign in again by the command, `keyward login`',
    };
  const token = /^Bearer +(.*)$/i.exec(authorization)?.[1];
  if (token === undefined) return { Authorization: `must begin with Bearer, as in ${bearer}` };
  const other = otherTokens.find(([prefix]) => token.startsWith(prefix))?.[1];
  if (other !== undefined) return { Authorization: `${other}; send ${bearer}` };
  return undefined;
}

/**
 * Returns a hint for parameters whose raw value has a `+`: the meaning of the sign, and that a plus sign is sent as
 * `%2B`.
 */
function plusHint(rawQuery: string, details: Failure['details']): Record<string, unknown> | undefined {
  if (!rawQuery.includes('+')) return undefined;
  const written = rawQuery.split('&').filter((pair) => pair.includes('+'));
  const found = Object.entries(details).filter(
    ([name, allowed]) => typeof allowed === 'string' && written.some((pair) => pair.startsWith(`${name}=`)),
  );
  if (found.length === 0) return undefined;
  return Object.fromEntries(
    found.map(([name, allowed]) => [
      name,
      `${String(allowed)} (in a query, + means a space: send a plus sign as %2B)`,
    ]),
  );
}
