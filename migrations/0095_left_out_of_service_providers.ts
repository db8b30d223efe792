import { Migration } from '@mikro-orm/migrations';

/**
 * What Keyward left out of the metadata of a service provider (docs/decisions/0097). Nodes of the release before write no
 * such text, and refuse such metadata.
 */
export class Migration0095LeftOutOfServiceProviders extends Migration {
  override up(): void {
    this.addSql('alter table saml_service_providers add column metadata_warning varchar(500);');
  }
}
