/**
 * Every table with rows of a tenant, in the order of an erasure. A table stands before the tables that its rows refer to, so that no
 * statement removes more rows than its block: a cascade has no bound. Counts stand behind the rows that their triggers count, and the audit
 * log stands last, because tasks of the clock may record what they find of a tenant until nothing is left of it.
 *
 * A test compares the list with the database.
 */
export const erasedTables = [
  // Jobs, events and their deliveries.
  'tenant_jobs',
  'failing_addresses',
  'delivery_attempts',
  'deliveries',
  'webhooks',
  'webhook_listeners',
  'events',
  'governance_inbox',
  // Requests, sessions and sign-ins.
  'idempotency_keys',
  'wrapped_secrets',
  'mailed_links',
  'mail_windows',
  'sign_ins',
  'sign_in_failures',
  'sign_in_places',
  'passkey_challenges',
  'login_sessions',
  'known_browsers',
  // OpenID Connect.
  'oidc_artifacts',
  'oidc_client_hours',
  'oidc_user_code_tries',
  'oidc_consents',
  'oidc_client_registrations',
  'oidc_clients',
  'oidc_initial_access_tokens',
  'oidc_registration_hours',
  'oidc_scopes',
  'oidc_pairwise_salts',
  'signing_keys',
  // SAML.
  'saml_requests',
  'saml_sessions',
  'saml_logout_parts',
  'saml_logouts',
  'saml_traces',
  'saml_service_providers',
  'saml_keys',
  // Identity providers of others.
  'social_links',
  'social_providers',
  'federation_domains',
  'federation_logout_tokens',
  'federation_logouts',
  'federation_responses',
  'federation_setup_links',
  'federation_test_sign_ins',
  'federation_traces',
  'federation_connections',
  'federation_encryption_keys',
  // Directories.
  'provisioning_log',
  'scim_tokens',
  // Risk and policies.
  'alert_channels',
  'alert_rules',
  'alerts',
  'anomalies',
  'access_backtests',
  'access_decisions',
  'access_devices',
  'access_policy_days',
  'access_policies',
  'named_locations',
  'identity_violations',
  'policy_passes',
  'policies',
  // Credentials and their use.
  'credential_addresses',
  'credential_countries',
  'credential_days',
  'credential_profiles',
  'exchanged_tokens',
  'failure_facts',
  'refusal_days',
  'scope_uses',
  'usage_digest',
  'usage_facts',
  'usage_days',
  'verification_days',
  'retired_secrets',
  'credentials',
  'identities',
  // Users and groups.
  'access_passes',
  'dashboard_links',
  'invitations',
  'passkeys',
  'recovery_codes',
  'totp_enrolments',
  'totp_factors',
  'user_values',
  'group_members',
  'groups',
  // The trigger `sign_in_names_gone` hands no name of an erased tenant on.
  'sign_in_names',
  'users',
  // Settings.
  'attribute_schemas',
  'auth_configs',
  'mail_templates',
  'managed_objects',
  // Counts.
  'quota_deltas',
  'credential_changes',
  'verification_changes',
  'credential_counts',
  'sign_in_days',
  // The audit log. Without its end, no task seals, signs or cuts a chain.
  'audit_unsealed',
  'audit_chains',
  'audit_checkpoints',
  'audit_seals',
  'audit_epochs',
  'audit_personal',
  'audit_logs',
  'audit_keys',
  'restored_tenants',
] as const;

/**
 * Tables without rows of one tenant. `browsers` has no name and no tenant: rows of several tenants refer to one browser, and a browser is
 * removed when it was not seen for long. `operator_audit` has what operators did with an organization. `request_windows` and
 * `address_windows` are counts of the last minutes.
 */
export const sharedTables = [
  'address_windows',
  'browsers',
  'detection_bookmarks',
  'erased_organizations',
  'master_keys',
  'migrations',
  'operator_audit',
  'operator_keys',
  'partition_plans',
  'request_windows',
  'restores',
  'tenants',
  'usage_progress',
] as const;
