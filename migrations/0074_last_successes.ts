import { Migration } from '@mikro-orm/migrations';

/**
 * When an attempt of a webhook last succeeded, and how long its last attempt took. Where the last attempt succeeded, the time is known.
 * Elsewhere it stays null until the next success.
 */
export class Migration0074LastSuccesses extends Migration {
  override up(): void {
    this.addSql(
      'alter table webhooks add column last_success_at timestamptz(3), add column last_latency_ms integer;',
    );
    this.addSql(
      `update webhooks set last_success_at = last_delivery_at where last_delivery_status = 'SUCCESS';`,
    );
  }
}
