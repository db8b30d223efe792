import { Migration0001Kernel } from './0001_kernel.ts';
import { Migration0002Directory } from './0002_directory.ts';
import { Migration0003Scim } from './0003_scim.ts';
import { Migration0004AttributeSchema } from './0004_attribute_schema.ts';
import { Migration0005Webhooks } from './0005_webhooks.ts';
import { Migration0006Audit } from './0006_audit.ts';
import { Migration0007Policies } from './0007_policies.ts';
import { Migration0008Usage } from './0008_usage.ts';
import { Migration0009Wrapping } from './0009_wrapping.ts';
import { Migration0011Risk } from './0011_risk.ts';
import { Migration0012Exchange } from './0012_exchange.ts';
import { Migration0013Quotas } from './0013_quotas.ts';
import { Migration0014SigningKeys } from './0014_signing_keys.ts';
import { Migration0015OidcClients } from './0015_oidc_clients.ts';
import { Migration0016AuthConfig } from './0016_auth_config.ts';
import { Migration0017SignIn } from './0017_sign_in.ts';
import { Migration0018OidcArtifacts } from './0018_oidc_artifacts.ts';
import { Migration0019Totp } from './0019_totp.ts';
import { Migration0020Passkeys } from './0020_passkeys.ts';
import { Migration0021MailedLinks } from './0021_mailed_links.ts';
import { Migration0022SocialProviders } from './0022_social_providers.ts';
import { Migration0025SocialProviderChanges } from './0025_social_provider_changes.ts';

/** Every migration, in order. A migration that has been released is never edited; add another one. */
export const migrations = [
  { name: '0001_kernel', class: Migration0001Kernel },
  { name: '0002_directory', class: Migration0002Directory },
  { name: '0003_scim', class: Migration0003Scim },
  { name: '0004_attribute_schema', class: Migration0004AttributeSchema },
  { name: '0005_webhooks', class: Migration0005Webhooks },
  { name: '0006_audit', class: Migration0006Audit },
  { name: '0007_policies', class: Migration0007Policies },
  { name: '0008_usage', class: Migration0008Usage },
  { name: '0009_wrapping', class: Migration0009Wrapping },
  { name: '0011_risk', class: Migration0011Risk },
  { name: '0012_exchange', class: Migration0012Exchange },
  { name: '0013_quotas', class: Migration0013Quotas },
  { name: '0014_signing_keys', class: Migration0014SigningKeys },
  { name: '0015_oidc_clients', class: Migration0015OidcClients },
  { name: '0016_auth_config', class: Migration0016AuthConfig },
  { name: '0017_sign_in', class: Migration0017SignIn },
  { name: '0018_oidc_artifacts', class: Migration0018OidcArtifacts },
  { name: '0019_totp', class: Migration0019Totp },
  { name: '0020_passkeys', class: Migration0020Passkeys },
  { name: '0021_mailed_links', class: Migration0021MailedLinks },
  { name: '0022_social_providers', class: Migration0022SocialProviders },
  { name: '0025_social_provider_changes', class: Migration0025SocialProviderChanges },
];
