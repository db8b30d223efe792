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

/** What the service answered. */
export interface DryAnswer {
  status: number;
  /** The resource as it would be, or the error of RFC 7644 section 3.12. */
  resource: Record<string, unknown> | undefined;
  changes: readonly Change[];
  /** The token that was made for the request. Its log has the dry run. */
  madeId?: string;
}

const extension = 'urn:keyward:params:scim:api:messages:2.0:DryRun';
/** A token that is not revoked, because the page was closed, works this long. */
const lasts = 5 * 60 * 1000;

export const pathOf = ({ method, resource, id }: DryRequest): string =>
  method === 'POST' ? resource : `${resource}/${encodeURIComponent(id.trim())}`;

/** Sends a request with `X-Dry-Run`. The cookie stays away: SCIM knows tokens only. */
export async function askDry(tenant: string, token: string, request: DryRequest): Promise<DryAnswer> {
  let answer: Response;
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
  } catch {
    throw new Refusal(0, { code: 'NETWORK' });
  }
  const text = await answer.text();
  const resource = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
  const { changes = [] } = (resource?.[extension] ?? {}) as { changes?: Change[] };
  return { status: answer.status, resource, changes };
}

/** Does the same with a token that has the product and the permissions of another one, and is revoked afterwards. */
export async function askWithOwnToken(
  tenant: string,
  { name, profile, permissions }: ScimToken,
  request: DryRequest,
): Promise<DryAnswer> {
  const { data: made } = await createScimToken({
    body: {
      name: texts.dryRun.tokenName(name).slice(0, 100),
      profile,
      permissions,
      expiresAt: new Date(Date.now() + lasts).toISOString(),
    },
  });
  try {
    return { ...(await askDry(tenant, made.token, request)), madeId: made.id };
  } finally {
    await revokeScimToken({ path: { tokenId: made.id } });
  }
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
