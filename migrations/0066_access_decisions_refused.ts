import { Migration } from '@mikro-orm/migrations';

/** Lists decisions that did not simply allow without reading those that did. */
export class Migration0066AccessDecisionsRefused extends Migration {
  override up(): void {
    this.addSql(
      `create index access_decisions_refused on access_decisions (org_id, outcome, at, id) where outcome <> 'ALLOWED';`,
    );
  }
}
