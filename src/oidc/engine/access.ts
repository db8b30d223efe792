// Conditional access at the endpoints of the engine (docs/conditional-access.md).
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { applicationOf } from '../command-line.ts';
import type { KeptGrant } from './granted.ts';
import { certainTime } from '../../lib/proof-time.ts';
import { pick } from '../../lib/object.ts';
import type { ClientAttempt, ClientDemand, ClientVerdict, Front } from './parts.ts';
import { settingsOf } from './clients.ts';
import { loginOf } from './sessions.ts';
import { isStranger } from '../strangers.ts';
import { frontOf, visitOf } from './visits.ts';

/** Returns where the user of a request is. If no proxy tells of a certificate, that of the login counts. */
export function frontOfUser(ctx: KoaContextWithOIDC): Front {
  const certificate = loginOf(ctx)?.certificate;
  return { ...(certificate ? { certificate } : {}), ...frontOf(ctx) };
}

const kindOf = (client: Client): Pick<ClientAttempt, 'clientType' | 'isAgent'> => ({
  clientType: client.applicationType === 'native' ? 'native' : 'browser',
  isAgent: isStranger(settingsOf(client)),
});

const judged = new WeakMap<object, Promise<ClientVerdict | undefined>>();

/**
 * Judges the user of an authorization; once for each request, because the engine asks several times.
 * @returns undefined without a user, and in a tenant without policies
 */
export function verdictOnAuthorization(ctx: KoaContextWithOIDC): Promise<ClientVerdict | undefined> {
  const known = judged.get(ctx.req);
  if (known) return known;
  const verdict = judgeAuthorization(ctx);
  judged.set(ctx.req, verdict);
  return verdict;
}

async function judgeAuthorization(ctx: KoaContextWithOIDC): Promise<ClientVerdict | undefined> {
  const { client, account } = ctx.oidc;
  const login = loginOf(ctx);
  if (!client || !account || !login || login.accessVersion === 0) return undefined;
  const { userId, browserId, amr, isDeviceAsked } = login;
  const { judge, requestId } = visitOf(ctx.req);
  return judge(login.accessVersion, {
    userId,
    application: applicationOf(client.clientId),
    ...kindOf(client),
    front: frontOfUser(ctx),
    proved: { amr, authTime: certainTime(login), isDeviceAsked },
    loginId: login.id,
    browserId,
    requestId,
    canShowDevice: true,
    isQuiet: ctx.oidc.prompts.has('none'),
  });
}

/** Returns what a verdict asks for, and nothing else that the verdict has. */
export const demandIn = (verdict: ClientVerdict | undefined): ClientDemand | undefined =>
  verdict?.kind === 'asked' ? pick(verdict, ['missing', 'mayEnrol', 'maxAgeSeconds']) : undefined;

/** A token of a user that is presented for another one. */
export interface Presented {
  accountId?: string | undefined;
  amr?: string[] | undefined;
  /** In seconds since 1970. */
  authTime?: number | undefined;
}

/**
 * Returns whether conditional access lets a client have another token for a user. Only a public client runs where the user is.
 * For others, the last request of the browser of the login counts. Without the login, the last authorization of the client does.
 */
export async function mayHaveToken(
  ctx: KoaContextWithOIDC,
  client: Client,
  token: Presented,
  grant: KeptGrant | undefined,
): Promise<boolean> {
  const { ahead, judge, requestId } = visitOf(ctx.req);
  const version = ahead?.accessVersion ?? 0;
  if (version === 0 || token.accountId === undefined) return true;
  const isPublic = client.clientAuthMethod === 'none';
  const front = isPublic ? frontOf(ctx) : grant?.front;
  const { kind } = await judge(version, {
    userId: token.accountId,
    application: applicationOf(client.clientId),
    ...kindOf(client),
    front: front ?? { address: undefined },
    frontOf: isPublic ? undefined : grant?.loginId,
    proved: { amr: token.amr ?? [], authTime: new Date((token.authTime ?? 0) * 1000) },
    requestId,
  });
  return kind === 'allowed';
}
