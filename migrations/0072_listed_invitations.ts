import { Migration } from '@mikro-orm/migrations';

/** Lists of invitations, and of users who have a role beside MEMBER. */
export class Migration0072ListedInvitations extends Migration {
  override up(): void {
    this.addSql('alter table invitations add column invited_by text collate "C";');
    // A list counts and finds what is expired by the index alone.
    this.addSql(
      'create index invitations_newest on invitations (org_id, created_at desc, user_id) include (expires_at);',
    );
    this.addSql(
      `create index users_with_role on users (org_id, created_at desc, id) where roles <> '{MEMBER}';`,
    );
  }
}
