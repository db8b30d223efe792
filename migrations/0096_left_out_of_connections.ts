import { Migration } from '@mikro-orm/migrations';

/**
 * What Keyward left out of the metadata of an identity provider (docs/decisions/0097). Nodes of the release before write no
 * such text, and refuse such metadata.
 */
export class Migration0096LeftOutOfConnections extends Migration {
  override up(): void {
    this.addSql('alter table federation_connections add column metadata_warning varchar(500);');
  }
}
