import type { Client, FindAccount } from 'oidc-provider';
import { findOidcSubject, type SubjectRow } from '../sql/find-oidc-subject.ts';
import { claimValues } from './claims.ts';
import { settingsOf } from './clients.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
import { mayUse, type PersonAccount } from './policy.ts';
import { currentVisit } from './visits.ts';

/**
 * Finds a person who may act now. While somebody signs in, whether a client is open to them is the policy's to say, which
 * tells the client; later they are as good as gone for a client that is no longer open to them.
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
      groupIds: subject.groups.map(({ id }) => id),
      claims: async () => claimValues(subject, scopes),
    };
    const { client } = ctx.oidc;
    if (token && client && !mayUse(settingsOf(client).allowedGroups, account)) return undefined;
    return account;
  };
}

/** Whether somebody may act now by what a client was given for them. */
export async function mayAct(
  orgId: string,
  { pool }: Pick<EngineParts, 'pool'>,
  { client, userId }: { client: Client; userId: string | undefined },
): Promise<boolean> {
  const subject = await subjectNow(pool, orgId, userId ?? '');
  if (!subject) return false;
  return mayUse(settingsOf(client).allowedGroups, { groupIds: subject.groups.map(({ id }) => id) });
}

async function subjectNow(
  pool: EngineParts['pool'],
  orgId: string,
  userId: string,
): Promise<SubjectRow | undefined> {
  const ahead = currentVisit()?.ahead?.subject(userId);
  return ahead ? ahead.row : findOidcSubject(pool, orgId, userId);
}
