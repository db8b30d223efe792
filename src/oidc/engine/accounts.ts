import type { Client, FindAccount } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { isLoginLive } from '../sql/oidc-sessions.ts';
import { findOidcSubject, type SubjectRow } from '../sql/oidc-subjects.ts';
import { claimValues } from './claims.ts';
import { mayHaveToken } from './access.ts';
import { settingsOf } from './clients.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
import { mayUse } from '../../platform/allowed-groups.ts';
import type { PersonAccount } from './policy.ts';
import { currentAhead } from './visits.ts';

/**
 * Finds a user who may act now. During a sign-in, the policy decides whether a client is open to the user, and tells
 * the client. After the sign-in, the user counts as missing for a client that is no longer open to the user.
 */
export function accountFinder(
  { orgId, scopes }: Pick<TenantSettings, 'orgId' | 'scopes'>,
  { pool }: Pick<EngineParts, 'pool'>,
): FindAccount {
  return async (ctx, sub, token) => {
    const subject = await subjectNow(pool, orgId, sub);
    if (!subject) return undefined;
    const account: PersonAccount = {
      accountId: subject.id,
      groupIds: idsOf(subject),
      claims: async () => claimValues(subject, scopes),
    };
    const { client } = ctx.oidc;
    if (token && client && !mayUse(settingsOf(client).allowedGroups, account.groupIds)) return undefined;
    const { RefreshToken: refreshed, DeviceCode: code } = ctx.oidc.entities;
    const grant: KeptGrant | undefined = ctx.oidc.entities.Grant;
    const isOurs = token !== undefined && isCommandLine(client?.clientId);
    // Tokens of the command line end with the session in which the user allowed it.
    if (isOurs && !(await isLoginLive(pool, orgId, grant))) return undefined;
    const judged = refreshed ?? (isOurs ? code : undefined);
    if (client && judged && judged === token && !(await mayHaveToken(ctx, client, judged, grant)))
      return undefined;
    return account;
  };
}

/** Returns whether a user may act now with the tokens that a client got for the user. */
export async function mayAct(
  orgId: string,
  { pool }: Pick<EngineParts, 'pool'>,
  { client, userId }: { client: Client; userId: string | undefined },
): Promise<boolean> {
  const subject = await subjectNow(pool, orgId, userId ?? '');
  if (!subject) return false;
  return mayUse(settingsOf(client).allowedGroups, idsOf(subject));
}

const idsOf = ({ groups }: { groups: readonly { id: string }[] }): string[] => groups.map(({ id }) => id);

async function subjectNow(
  pool: EngineParts['pool'],
  orgId: string,
  userId: string,
): Promise<SubjectRow | undefined> {
  const ahead = currentAhead()?.subject(userId);
  return ahead ? ahead.row : findOidcSubject(pool, orgId, userId);
}
