/**
 * The names of all migrations, in order: those of `index.ts`. A start that has none to run loads no migration, and a built server has no
 * files to list.
 */
export const migrationNames: readonly string[] = [
  '0105_schema',
  '0106_mail_templates',
  '0107_alert_channels',
  '0109_operators',
  '0110_stopped_organizations',
  '0111_erased_organizations',
  '0112_connection_products',
  '0113_index_of_closed_organizations',
  '0115_webhook_listeners',
  '0116_managed_objects',
  '0118_index_of_leaked_tokens',
  '0120_transactions_of_events',
  '0121_verification_changes',
  '0122_changes_of_identities',
  '0123_changes_of_tenants',
  '0124_origins_of_clients',
  '0125_documents_of_clients',
  '0126_settings_of_strangers',
  '0127_initial_access_tokens',
  '0128_client_registrations',
  '0129_oidc_resources',
  '0131_assertion_audiences',
  '0132_accepted_assertions',
  '0133_approved_agents',
  '0135_index_of_strangers',
];
