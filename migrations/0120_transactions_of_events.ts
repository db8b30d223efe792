import { Migration } from '@mikro-orm/migrations';

/** The transaction that wrote an event, for listeners (docs/decisions/0137). */
export class Migration0120TransactionsOfEvents extends Migration {
  override up(): void {
    // The number of the whole transaction. `xmin` is the number of its part, if a savepoint or an exception block wrote the event, and
    // snapshots do not have that. Rows of before have none: the default comes in a statement of its own, so that no row is rewritten.
    this.addSql(`
alter table events add column written_by xid8;
alter table events alter column written_by set default pg_current_xact_id();`);
  }
}
