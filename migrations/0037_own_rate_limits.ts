import { Migration } from '@mikro-orm/migrations';

/** Limits of requests that credentials have of their own (decision 0050). */
export class Migration0037OwnRateLimits extends Migration {
  override up(): void {
    this.addSql(limit);
  }
}

// Requests a minute; null where the limit of the service holds. The statement that authenticates reads it with the row.
const limit = `
alter table credentials
  add column rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 1000000);`;
