import type { Locked } from '../../platform/locked.ts';
import { named, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import { type PersonNamed, selectPersonNamed } from '../../users/directory/sql/names.ts';
import type { PersonToSignIn } from '../../users/sessions/sql/start-login.ts';
import { type AuthConfigColumn, authConfigColumn } from '../../users/sql/auth-config.ts';

/** The facts that decide about a user who has given the right password. */
export interface UserFacts {
  /** access_version of the tenant: 0 if no policy of conditional access is live. */
  accessVersion: number;
  /** The ids of the groups of the user. */
  groups: string[];
  /** Whether a connection of the tenant is enforced. */
  isEnforced: boolean;
  hasTotp: boolean;
  /** For each passkey the host that it is for. */
  passkeyHosts: string[];
  /** Whether another user is signed in to the tenant with the browser. */
  hasOtherLogin: boolean;
}

/** A user who may sign in, and who is locked by the transaction. With it, what decides about the user. */
export interface HeldUser extends UserFacts {
  person: Locked<PersonToSignIn>;
  passwordChangedAt: string | null;
}

/** The same, with the user of the name and the settings of the tenant. */
export interface PasswordFacts {
  /** Undefined if the name means no user any more. */
  person: PersonNamed | undefined;
  authConfig: AuthConfigColumn;
  facts: UserFacts;
}

type Row = { [Name in keyof PersonNamed]: PersonNamed[Name] | null } & UserFacts &
  Pick<PasswordFacts, 'authConfig'>;

interface Asked {
  orgId: string;
  name: string;
  /** The user who is locked by the transaction. */
  userId: string;
  browserId: string;
}

/**
 * Reads what decides about the sign-in of a user, in a transaction that has locked the user. Only a statement that begins after the
 * lock sees what the transactions before it have written.
 * @param enforced a column: whether a tenant enforces a connection
 */
export async function readPasswordFacts(
  tx: Tx,
  { orgId, name: typed, userId, browserId }: Asked,
  enforced: (orgId: Shared) => Sql,
): Promise<PasswordFacts> {
  const tenant = shared(orgId);
  const asked = { orgId: tenant, name: shared(typed), userId: shared(userId), browserId };
  const statement = sql`${facts(asked)}, ${enforced(tenant)} as "isEnforced" ${from}`;
  const row = await tx.row<Row>(named('password-facts', statement));
  if (!row) throw new Error('a statement without a table returned no row');
  const { id, status, name, passwordHash, passwordChangedAt, authConfig, ...rest } = row;
  const person =
    id === null || status === null || name === null
      ? undefined
      : { id, status, name, passwordHash, passwordChangedAt };
  return { person, authConfig, facts: rest };
}

const facts = ({
  orgId,
  name,
  userId,
  browserId,
}: Record<'orgId' | 'name' | 'userId', Shared> & Pick<Asked, 'browserId'>): Sql => sql`
with named as materialized (${selectPersonNamed(orgId, name)})
select named.*, ${authConfigColumn(orgId)} as "authConfig",
       (select access_version::float8 from tenants where id = ${orgId}) as "accessVersion",
       array(select m.group_id from group_members m where m.org_id = ${orgId} and m.user_id = ${userId}) as groups,
       exists (select from totp_factors f where f.org_id = ${orgId} and f.user_id = ${userId}) as "hasTotp",
       array(select p.rp_id from passkeys p where p.org_id = ${orgId} and p.user_id = ${userId}) as "passkeyHosts",
       exists (select from login_sessions l
                where l.org_id = ${orgId} and l.browser_id = ${browserId}::uuid and l.user_id <> ${userId}) as "hasOtherLogin"`;

const from = sql`from (values (1)) one left join named on true`;
