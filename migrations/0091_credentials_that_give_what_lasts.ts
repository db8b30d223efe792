import { Migration } from '@mikro-orm/migrations';

/**
 * Whether a credential that a workload obtained gives what lasts, although it ends (docs/decisions/0093). Nodes of the release before
 * issue credentials without it, which give nothing that lasts.
 */
export class Migration0091CredentialsThatGiveWhatLasts extends Migration {
  override up(): void {
    this.addSql('alter table credentials add column may_give_lasting boolean not null default false;');
  }
}
