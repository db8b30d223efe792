import { Migration0105Schema } from './0105_schema.ts';
import { Migration0106MailTemplates } from './0106_mail_templates.ts';
import { Migration0107AlertChannels } from './0107_alert_channels.ts';
import { Migration0109Operators } from './0109_operators.ts';
import { Migration0110StoppedOrganizations } from './0110_stopped_organizations.ts';
import { Migration0111ErasedOrganizations } from './0111_erased_organizations.ts';
import { Migration0112ConnectionProducts } from './0112_connection_products.ts';
import { Migration0113IndexOfClosedOrganizations } from './0113_index_of_closed_organizations.ts';
import { Migration0115WebhookListeners } from './0115_webhook_listeners.ts';
import { Migration0116ManagedObjects } from './0116_managed_objects.ts';
import { Migration0118IndexOfLeakedTokens } from './0118_index_of_leaked_tokens.ts';
import { Migration0120TransactionsOfEvents } from './0120_transactions_of_events.ts';
import { Migration0121VerificationChanges } from './0121_verification_changes.ts';
import { Migration0122ChangesOfIdentities } from './0122_changes_of_identities.ts';
import { Migration0123ChangesOfTenants } from './0123_changes_of_tenants.ts';
import { Migration0124OriginsOfClients } from './0124_origins_of_clients.ts';
import { Migration0133ApprovedAgents } from './0133_approved_agents.ts';
import { Migration0134BlockedHosts } from './0134_blocked_hosts.ts';

/** Every migration, in order. A migration that has been released is never edited; add another one. */
export const migrations = [
  { name: '0105_schema', class: Migration0105Schema },
  { name: '0106_mail_templates', class: Migration0106MailTemplates },
  { name: '0107_alert_channels', class: Migration0107AlertChannels },
  { name: '0109_operators', class: Migration0109Operators },
  { name: '0110_stopped_organizations', class: Migration0110StoppedOrganizations },
  { name: '0111_erased_organizations', class: Migration0111ErasedOrganizations },
  { name: '0112_connection_products', class: Migration0112ConnectionProducts },
  { name: '0113_index_of_closed_organizations', class: Migration0113IndexOfClosedOrganizations },
  { name: '0115_webhook_listeners', class: Migration0115WebhookListeners },
  { name: '0116_managed_objects', class: Migration0116ManagedObjects },
  { name: '0118_index_of_leaked_tokens', class: Migration0118IndexOfLeakedTokens },
  { name: '0120_transactions_of_events', class: Migration0120TransactionsOfEvents },
  { name: '0121_verification_changes', class: Migration0121VerificationChanges },
  { name: '0122_changes_of_identities', class: Migration0122ChangesOfIdentities },
  { name: '0123_changes_of_tenants', class: Migration0123ChangesOfTenants },
  { name: '0124_origins_of_clients', class: Migration0124OriginsOfClients },
  { name: '0133_approved_agents', class: Migration0133ApprovedAgents },
  { name: '0134_blocked_hosts', class: Migration0134BlockedHosts },
];
