import { Migration } from '@mikro-orm/migrations';

/**
 * Copies the lists of before, once: a client with `resources` introspected and exchanged the tokens of these APIs. The copy is marked, so
 * that administrators see which lists they have not checked yet. A tenant has few clients, so no task is needed.
 */
export class Migration0089CopiedServedResources extends Migration {
  override up(): void {
    this.addSql(`
      update oidc_clients set served_resources = resources, served_resources_copied = true
       where cardinality(resources) > 0;`);
  }
}
