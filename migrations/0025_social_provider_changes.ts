import { Migration } from '@mikro-orm/migrations';

/** Who changed a provider last (decisions 6.6); of those that were there before, who made it is the best that is known. */
export class Migration0025SocialProviderChanges extends Migration {
  override up(): void {
    this.addSql('alter table social_providers add column updated_by text collate "C";');
    this.addSql('update social_providers set updated_by = created_by;');
  }
}
