import { Refusal } from '../../api/refusal.ts';
import { createScimToken, revokeScimToken } from '../../generated/sdk.gen.ts';
import type { ScimToken } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { scimUrl } from './scim-address.ts';

export type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A SCIM request (RFC 7644) whose effect is asked for. */
export interface DryRequest {
  method: Method;
  resource: 'Users' | 'Groups';
  /** Empty for POST. */
  id: string;
  /** JSON. Not sent with DELETE. */
  body: string;
}

export interface Change {
  path: string;
  from?: unknown;
  to?: unknown;
}

/** The response of the service. */
export interface DryAnswer {
  method: Method;
  status: number;
  /** The resource as it would be, before a deletion as it is, or the error of RFC 7644 section 3.12. */
  resource: Record<string, unknown> | undefined;
  changes: readonly Change[];
}

/** The outcome of a request with a token of its own. */
export interface DryOutcome {
  answer?: DryAnswer;
  /** Why there is no answer. */
  failure?: unknown;
  /** The token that was made for the request. Its log has the dry run. */
  madeId?: string;
  /** When that token ends, if it was not revoked. */
  worksUntil?: string;
}

/** Does one act, and repeats it after a proof (`useProved`). */
export type Prove = <Result>(act: () => Promise<Result>) => Promise<Result>;

const extension = 'urn:keyward:params:scim:api:messages:2.0:DryRun';
/** A token that is not revoked, because the page was closed, works this long. */
const lasts = 5 * 60 * 1000;

export const pathOf = ({ method, resource, id }: DryRequest): string =>
  method === 'POST' ? resource : `${resource}/${encodeURIComponent(id.trim())}`;

/**
 * Sends a request with `X-Dry-Run`. The cookie stays away: SCIM knows tokens only.
 * @throws {Refusal} where the answer says nothing of the request: the service is busy or away, or something before it answers
 */
export async function askDry(tenant: string, token: string, request: DryRequest): Promise<DryAnswer> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${scimUrl(tenant)}/${pathOf(request)}`, {
      method: request.method,
      credentials: 'omit',
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Dry-Run': 'true',
        'Content-Type': 'application/scim+json',
      },
      ...(request.method === 'DELETE' ? {} : { body: request.body }),
    });
    text = await answer.text();
  } catch {
    throw new Refusal(0, { code: 'NETWORK' });
  }
  const { status } = answer;
  const resource = text === '' ? undefined : read(text);
  const isUnreadable = resource === undefined && (text !== '' || status >= 300);
  if (status === 429 || status >= 500 || isUnreadable)
    throw new Refusal(status, {
      code: 'NO_ANSWER',
      error: typeof resource?.['detail'] === 'string' ? resource['detail'] : texts.dryRun.unreadable(status),
    });
  const { changes = [] } = (resource?.[extension] ?? {}) as { changes?: Change[] };
  return { method: request.method, status, resource, changes };
}

/** Returns undefined unless the text is an object of JSON. */
function read(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Does the same with a token that has the product and the permissions of another one, and is revoked afterwards. Each
 * act is proved alone: a repetition of them all would make a second token.
 */
export async function askWithOwnToken(
  tenant: string,
  { name, profile, permissions }: ScimToken,
  request: DryRequest,
  prove: Prove,
): Promise<DryOutcome> {
  const { data: made } = await prove(() =>
    createScimToken({
      body: {
        name: texts.dryRun.tokenName(name).slice(0, 100),
        profile,
        permissions,
        expiresAt: new Date(Date.now() + lasts).toISOString(),
      },
    }),
  );
  const outcome: DryOutcome = { madeId: made.id };
  try {
    outcome.answer = await askDry(tenant, made.token, request);
  } catch (error) {
    outcome.failure = error;
  }
  try {
    await prove(() => revokeScimToken({ path: { tokenId: made.id } }));
  } catch {
    outcome.worksUntil = made.expiresAt;
  }
  return outcome;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same request as a command. The token is not in it. */
export const commandOf = (tenant: string, request: DryRequest): string =>
  [
    'TOKEN=scim_…',
    `curl -s -X ${request.method} ${quoted(`${scimUrl(tenant)}/${pathOf(request)}`)} \\`,
    `  -H "Authorization: Bearer $TOKEN" -H 'X-Dry-Run: true'${request.method === 'DELETE' ? '' : ' \\'}`,
    ...(request.method === 'DELETE'
      ? []
      : [`  -H 'Content-Type: application/scim+json' -d ${quoted(request.body)}`]),
  ].join('\n');
