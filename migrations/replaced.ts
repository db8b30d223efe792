/** The last commit that has the migrations which `0105_schema` replaces (docs/decisions/0109). */
export const lastCommit = '7d56d112de4fccc2323a96458c2037cf2627fadb';

/**
 * The names of these migrations, in order. A database that has had all of them has the schema. A new database gets the names too, so that
 * nodes and tools of that commit find nothing to do. No number up to 0105 is used again.
 */
export const replaced: readonly string[] = `
0001_kernel 0002_directory 0003_scim 0004_attribute_schema 0005_webhooks 0006_audit 0007_policies 0008_usage 0009_wrapping
0011_risk 0012_exchange 0013_quotas 0014_signing_keys 0015_oidc_clients 0016_auth_config 0017_sign_in 0018_oidc_artifacts
0019_totp 0020_passkeys 0021_mailed_links 0022_social_providers 0023_oidc_consents 0024_sign_in_growth
0025_social_provider_changes 0026_tenant_jobs 0029_user_quotas 0031_sign_in_names 0032_requesters_and_retired_secrets
0033_master_keys 0034_oidc_client_profiles 0035_profile_claims 0036_mail_windows 0037_own_rate_limits 0038_request_windows
0039_registration 0040_saml 0041_saml_sign_on 0043_application_list 0044_saml_logout 0045_saml_traces 0046_sealed_saml_requests
0047_federation 0048_federation_traces 0049_saml_connections 0050_saml_sign_in 0051_setup_links 0052_test_sign_ins
0053_upstream_logouts 0054_grants_of_connections 0055_proved_addresses 0056_retired_encryption_keys 0057_drafts_of_setup_links
0058_conditional_access 0059_sign_in_places 0060_access_passes 0061_brief_logins 0062_access_devices 0063_exclusions_followed
0064_access_decisions 0065_devices_of_logins 0066_access_decisions_refused 0067_ends_of_device_certificates
0068_fronts_of_logins 0069_known_times_of_logins 0070_outcome_days 0071_dashboard_links 0072_listed_invitations
0073_one_index_of_roles 0074_last_successes 0075_restores 0076_values_of_new_users 0077_unsigned_chains 0078_indexes_of_growth
0079_counts_of_audit_rows 0080_indexes_of_lists 0081_tenants_in_keys 0082_counts_of_credentials 0083_tenants_to_count
0084_seals_are_counted 0085_indexes_of_keys 0086_triggers_of_new_users 0087_values_without_question 0088_served_resources
0089_copied_served_resources 0090_proofs_of_addresses 0091_credentials_that_give_what_lasts 0092_client_hours
0093_last_four_of_secrets 0094_addresses_of_scim_tokens 0095_left_out_of_service_providers 0096_left_out_of_connections
0097_keys_of_names 0098_indexes_of_names 0099_clients_as_they_are 0100_algorithms_of_access_tokens
0102_successors_of_refresh_tokens 0103_oldest_doubles 0104_indexes_of_doubles`
  .trim()
  .split(/\s+/);

/** The migration that makes the schema. */
export const schema = '0105_schema';

/** Tells whether a database that has had these migrations has the schema. */
export const hasSchema = (done: ReadonlySet<string>): boolean =>
  done.has(schema) || replaced.every((name) => done.has(name));

/** A database is older than this release can migrate. */
export class TooOld extends Error {}

/**
 * Refuses a database that has had some of the replaced migrations only: no code of this release can run the others.
 * @throws {TooOld} with a sentence that names the commit to use first
 */
export function requireAllOrNone(done: ReadonlySet<string>): void {
  const had = replaced.filter((name) => done.has(name)).length;
  if (had === 0 || hasSchema(done)) return;
  throw new TooOld(
    `the database has had only ${had} of the ${replaced.length} migrations that ${schema} replaces. Migrate it once with the last commit that has the others (git checkout ${lastCommit}, then make migrate). Then use this release again.`,
  );
}
