import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { inTransaction } from '../../src/platform/tenancy.ts';
import { inviteUser, type MailAbility } from '../../src/users/invitations/invitations.ts';
import { systemActor } from '../../src/platform/grants.ts';
import { newId } from '../../src/lib/id.ts';
import { withDatabase } from './global-setup.ts';
import type { TestService } from './service.ts';

/** The defaults of the settings. */
export const mailLimits = { maxInvitationsPerHour: 1_000, maxMailsPerHour: 10_000 };

export interface Invited {
  orgId: string;
  userId: string;
  email: string;
}

/** People and invitations without the API: what the worker finds. */
export interface Inviting {
  database: Database;
  person: (fields?: { displayName?: string; status?: string }) => Promise<Invited>;
  invite: (person: Invited, mail?: MailAbility) => Promise<void>;
}

export async function inviting({ sql, organizations }: TestService): Promise<Inviting> {
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  const database = await openDatabase(withDatabase(inject('server').service, name), 5);
  const { orgId } = organizations.ours.live;
  return {
    database,
    async person({ displayName = 'Ann Example', status = 'INVITED' } = {}) {
      const userId = newId('usr');
      const email = `${userId}@example.com`;
      await sql(
        'insert into users (org_id, id, status, email, username, display_name) values ($1, $2, $3, $4, $4, $5)',
        [orgId, userId, status, email, displayName],
      );
      return { orgId, userId, email };
    },
    invite: ({ userId }, mail = { enabled: true, ...mailLimits }) =>
      inTransaction(database.orm, { orgId, environment: 'live' }, (tx) =>
        inviteUser(tx, userId, systemActor, mail),
      ),
  };
}
