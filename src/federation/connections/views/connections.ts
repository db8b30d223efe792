import type {
  Connection as ConnectionBody,
  ConnectionTest,
  FederatedDomain as FederatedDomainBody,
  OidcConnection as OidcConnectionBody,
} from '../../../../generated/types/types.gen.ts';
import type { ConnectionTestOutcome } from '../connection-tests.ts';
import { verificationOf } from '../../domains/domain-proof.ts';
import type { ConnectedDomain } from '../../domains/domains.ts';
import type { Connection } from '../entities/connection.ts';
import { backchannelLogoutUrl, connectionCallback, postLogoutRedirectUrl } from '../connection-callback.ts';
import { hasPassed } from '../provider-probe.ts';

const dateText = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Returns a connection of any type. */
export const viewConnection = (row: Connection, domains: string[]): ConnectionBody => ({
  ...viewCommon(row, domains),
  isDraft: row.isDraft(),
});

/** Returns the fields that connections of all types have. */
const viewCommon = (row: Connection, domains: string[]): Omit<ConnectionBody, 'isDraft'> => ({
  id: row.id,
  type: row.type,
  name: row.name,
  status: row.status,
  health: row.health,
  domains,
  enforced: row.enforced,
  jitProvisioning: row.jitProvisioning,
  accountLinking: row.accountLinking,
  attributeMapping: row.attributeMapping,
  groupMapping: row.groupMapping,
  allowedGroups: row.allowedGroups,
  logoutUpstream: row.logoutUpstream,
  lastTestedAt: dateText(row.lastTestedAt),
  lastLoginAt: dateText(row.lastLoginAt),
  lastError: row.lastError,
  metadataRefreshedAt: dateText(row.metadataRefreshedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  createdBy: row.createdBy,
});

/** Returns an OpenID Connect connection without its secret. The view only says whether there is a secret. */
export const viewOidcConnection = (
  row: Connection,
  domains: string[],
  baseUrl: string,
): OidcConnectionBody => ({
  ...viewCommon(row, domains),
  issuer: row.issuer ?? '',
  discoveryUrl: row.discoveryUrl,
  clientId: row.clientId ?? '',
  clientSecretSet: row.clientSecret !== null,
  tokenEndpointAuthMethod: row.tokenEndpointAuthMethod ?? 'none',
  scopes: row.scopes ?? [],
  pkce: row.pkce ?? true,
  userInfo: row.userInfo ?? true,
  callbackUrl: connectionCallback(baseUrl, row.id),
  backchannelLogoutUrl: backchannelLogoutUrl(baseUrl, row.id),
  postLogoutRedirectUrl: postLogoutRedirectUrl(baseUrl, row.id),
  trustEmail: row.trustEmail,
  trustMfa: row.trustMfa,
  acceptAssertions: row.acceptAssertions ?? false,
  groupsClaim: row.groupsClaim,
  maxSessionSeconds: row.maxSessionSeconds,
  product: row.product,
});

export const viewConnectionTest = (outcome: ConnectionTestOutcome): ConnectionTest => ({
  status: hasPassed(outcome) ? 'SUCCESS' : 'FAILED',
  latency: `${outcome.latencyMs}ms`,
  checks: outcome.checks,
});

export const viewDomain = ({ domain, connection }: ConnectedDomain): FederatedDomainBody => ({
  domain: domain.domain,
  status: domain.status,
  connectionId: connection.id,
  connectionType: connection.type,
  verification: verificationOf(domain),
  verifiedAt: dateText(domain.verifiedAt),
  lastCheckedAt: dateText(domain.lastCheckedAt),
  createdAt: domain.createdAt.toISOString(),
});
