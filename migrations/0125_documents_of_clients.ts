import { Migration } from '@mikro-orm/migrations';

/**
 * Says how long the client ID metadata document of a client counts (`src/oidc/documents.ts`): a user may allow the client until
 * `document_fresh_until`, and tokens are refreshed until `document_stale_until`. `document_tried_at` is the last time that the document was
 * asked for.
 */
export class Migration0125DocumentsOfClients extends Migration {
  override up(): void {
    this.addSql(`
alter table oidc_clients
  add column document_fresh_until timestamptz(3),
  add column document_stale_until timestamptz(3),
  add column document_tried_at timestamptz(3);
`);
    this.addSql(`
alter table oidc_clients add constraint oidc_clients_document_check
  check ((origin = 'METADATA_DOCUMENT') =
         (document_fresh_until is not null and document_stale_until is not null and document_tried_at is not null)) not valid;
`);
  }
}
