import { newId } from '../../lib/id.ts';
import type { MayReach } from '../../lib/public-url.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { Vault } from '../../platform/vault.ts';
import type { IfMatch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import { invalid } from '../../failure.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { isWorkloadIssuer } from './sql/workload-issuers.ts';
import { requireSoundOidc } from './connection-rules.ts';
import { connectionSecretPurpose } from './connection-secret.ts';
import { addConnection, assignSettings, changeConnection, type CreationMeans } from './connection-writes.ts';
import { type ChangeMeans, lockConnection, requireRevocable, type StatusPatch } from './connections.ts';
import { Connection, type ConnectionSettings, type OidcSettings } from './entities/connection.ts';

/** The settings that callers set, besides the domains and the secret. */
type Settings = Omit<ConnectionSettings, 'status'> & Given<OidcSettings>;

/** Columns of one type are null for the other; a connection of this type has them. */
type Given<Columns> = {
  [Name in keyof Columns]: Name extends 'discoveryUrl' ? string | null : NonNullable<Columns[Name]>;
};

type Optional = 'discoveryUrl' | 'allowedGroups' | 'maxSessionSeconds' | 'product';

export type NewOidcConnection = Omit<Settings, Optional> &
  Partial<Pick<Settings, Optional>> & { issuer: string; domains: string[]; clientSecret?: string };

export type OidcConnectionPatch = Partial<Settings> &
  StatusPatch & { domains?: string[]; clientSecret?: string };

interface OidcMeans {
  vault: Vault;
  mayReach: MayReach;
}

/**
 * Connects an OpenID Connect provider. The connection is `ACTIVE`, and its domains are not proved yet.
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, LOCKOUT_RISK, QUOTA_EXCEEDED, DOMAIN_TAKEN
 */
export async function createOidcConnection(
  tx: Tx,
  { domains, clientSecret, ...input }: NewOidcConnection,
  { vault, mayReach, ...means }: OidcMeans & CreationMeans,
): Promise<Connection> {
  const { orgId } = tenancyOf(tx);
  const settings = {
    discoveryUrl: null,
    allowedGroups: null,
    maxSessionSeconds: null,
    product: null,
    ...input,
  };
  requireSoundOidc(
    { ...settings, hasSecret: clientSecret !== undefined },
    { mayReach, baseUrl: means.baseUrl },
  );
  await lockTenant(tx, orgId);
  const id = newId('fed');
  await requireOneAccepting(tx, { id, ...settings });
  const make = () =>
    tx.create(Connection, {
      ...settings,
      id,
      type: 'OIDC',
      clientSecret:
        clientSecret === undefined ? null : vault.seal(clientSecret, orgId, connectionSecretPurpose(id)),
      createdBy: means.grantor.actor.id,
    });
  return addConnection(tx, { id, domains, settings, make }, means);
}

/**
 * Changes an OpenID Connect connection. A secret that the new way to authenticate does not need is forgotten.
 * @throws {Failure} CONNECTION_NOT_FOUND, PRECONDITION_FAILED and what {@link createOidcConnection} throws
 */
export async function updateOidcConnection(
  tx: Tx,
  id: string,
  patch: OidcConnectionPatch,
  { vault, mayReach, ...means }: OidcMeans & ChangeMeans,
  condition: IfMatch,
): Promise<{ connection: Connection; changes: FieldChange[] }> {
  const { orgId } = tenancyOf(tx);
  const { domains: _, clientSecret, revokeSessions: __, ...fields } = patch;
  requireRevocable(patch);
  const locked = await lockConnection(tx, id, condition, 'OIDC');
  const { connection } = locked;
  const { issuer, acceptAssertions: before } = connection;
  await requireOneAccepting(tx, { id, issuer, acceptAssertions: fields.acceptAssertions ?? before });
  const assign = (): FieldChange[] => {
    const changes = assignSettings(connection, fields);
    const forgets =
      changes.some(({ field }) => field === 'tokenEndpointAuthMethod') && isSecretless(connection);
    const hadSecret = connection.clientSecret !== null;
    if (clientSecret !== undefined)
      connection.clientSecret = vault.seal(clientSecret, orgId, connectionSecretPurpose(id));
    else if (forgets) connection.clientSecret = null;
    if (clientSecret !== undefined || (forgets && hadSecret))
      changes.push({ field: 'clientSecret', from: null, to: null });
    requireSoundOidc(rulesOf(connection), { mayReach, baseUrl: means.baseUrl });
    return changes;
  };
  return changeConnection(tx, locked, { patch, assign }, means);
}

/**
 * Requires that at most one connection of an issuer is trusted for identity assertions, or the links of two would decide. An issuer that an
 * identity trusts for workloads is not trusted for people, or who can name a workload there could name a person. The tenant is locked.
 * @throws {Failure} VALIDATION_ERROR
 */
async function requireOneAccepting(
  tx: Tx,
  { id, issuer, acceptAssertions }: Pick<Connection, 'id' | 'issuer' | 'acceptAssertions'>,
): Promise<void> {
  if (acceptAssertions !== true) return;
  const others = await tx.count(Connection, { id: { $ne: id }, type: 'OIDC', issuer, acceptAssertions });
  if (others > 0)
    throw invalid('acceptAssertions', 'must be false, because another connection of this issuer has it');
  if (await isWorkloadIssuer(tx, tenancyOf(tx).orgId, issuer ?? ''))
    throw invalid(
      'acceptAssertions',
      'must be false, because federatedSubjects of an identity trust this issuer for workloads',
    );
}

const isSecretless = ({ tokenEndpointAuthMethod }: Connection): boolean =>
  tokenEndpointAuthMethod === 'private_key_jwt' || tokenEndpointAuthMethod === 'none';

const rulesOf = (connection: Connection): Parameters<typeof requireSoundOidc>[0] => ({
  ...connection.settings(),
  ...connection.oidcSettings(),
  issuer: connection.issuer,
  hasSecret: connection.clientSecret !== null,
});
