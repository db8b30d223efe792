import { Migration } from '@mikro-orm/migrations';

/** Identity providers read the metadata of a connection that a setup link will make. It is found by the id of the draft. */
export class Migration0057DraftsOfSetupLinks extends Migration {
  override up(): void {
    this.addSql('create index federation_setup_links_of_draft on federation_setup_links (draft_id);');
  }
}
