// Logout tokens of an identity provider that the tests control.
import { loginsOf } from './enforcing.ts';
import { secondsFromNow } from './issuer.ts';
import type { TestService } from './service.ts';
import { aSubject, type Claims, type Connected, signedInAs } from './upstream.ts';

export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** The claims of a valid logout token, without a user. */
export const aLogout = (changes: Claims = {}): Claims => ({
  events: { [logoutEvent]: {} },
  exp: secondsFromNow(120),
  ...changes,
});

export const sendLogout = (
  { origin }: Pick<TestService, 'origin'>,
  id: string,
  logout_token: string,
  more: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${origin}/api/v1/federation/oidc/${id}/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token, ...more }),
  });

/** The body of a refusal. */
export const refusalOf = async (answer: Response) =>
  (await answer.json()) as { error: string; error_description: string };

/** A user who has signed in by a connection, in a session of the identity provider. */
export async function signedInUpstream(service: TestService, connection: Connected, changes: Claims = {}) {
  const claims = aSubject(connection, { sid: crypto.randomUUID(), ...changes });
  const { person } = await signedInAs(service, connection, claims);
  const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [claims.email]);
  const id = user?.id ?? '';
  const logins = async () => (await loginsOf(service, id)).length;
  return { person, claims, id, logins, sub: String(claims.sub), sid: String(claims['sid']) };
}

/** The used tokens that are stored. */
export const storedTokens = async ({ sql }: Pick<TestService, 'sql'>): Promise<number> =>
  (await sql<{ rows: number }>('select count(*)::int as rows from federation_logout_tokens'))[0]?.rows ?? 0;
