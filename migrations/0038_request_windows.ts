import { Migration } from '@mikro-orm/migrations';

/**
 * Counts requests by name. It replaces `address_windows`, whose name tells of addresses alone, and which nodes of the release
 * before still use while they are replaced. The next release drops that table.
 */
export class Migration0038RequestWindows extends Migration {
  override up(): void {
    this.addSql(requestWindows);
  }
}

// Unlogged: a crash forgives the requests of one minute.
const requestWindows = `
create unlogged table request_windows (
  name text collate "C" primary key,
  started_at timestamptz(3) not null,
  count integer not null
);`;
