import type { Pool } from 'pg';
import type { AccessGuard } from './conditional-access/judge/machines.ts';
import type { Config } from './config.ts';
import { type IssuerKeys, issuerKeys } from './credentials/issuer-keys.ts';
import { type ScanningKeys, scanningKeys } from './credentials/scanning-keys.ts';
import { type SecretOwners, secretOwners } from './credentials/secret-owners.ts';
import { type ShownRows, shownRows } from './credentials/shown-rows.ts';
import type { SecretUses } from './credentials/verifications.ts';
import { tenantOfConnection } from './federation/linking/sql/routing.ts';
import { isId } from './lib/id.ts';
import type { TxtLookUp } from './lib/txt-records.ts';
import type { ReadDocument } from './oidc/document-reading.ts';
import type { OidcEngine } from './oidc/engine/engine.ts';
import type { Fits } from './platform/fits.ts';
import type { Log } from './platform/log.ts';
import type { Outgoing } from './platform/outgoing.ts';
import type { Quotas } from './platform/quotas.ts';
import type { Resources } from './platform/resources.ts';
import type { Service } from './platform/service.ts';
import { type SharedReads, sharedReads } from './platform/shared-reads.ts';
import { findServingTenant, firstTenant, onlyTenant, tenantFinder } from './platform/sql/tenants.ts';
import type { FindTenant, Tenant } from './platform/tenancy.ts';
import type { Vault } from './platform/vault.ts';
import type { Orm } from './platform/tx.ts';
import type { SignOnCounter } from './saml/sign-on-trail.ts';
import { type NamedScimUser, namedScimUser } from './scim/named-users.ts';
import type { FederatedSignInCounter } from './sign-in/upstream.ts';
import type { MailAbility } from './users/invitations/invitations.ts';
import type { BreachedPasswords } from './users/passwords/breached-passwords.ts';
import { type OpenedOrganizations, openedOrganizations } from './users/sessions/opened-organizations.ts';
import { brandingFinder, type FindBranding } from './users/sql/auth-config.ts';
import { type Wiring, wiring } from './wiring.ts';

/**
 * The parts of the process that families are built with. `partsOf` makes each of them once. A family names those that it uses, and
 * gets no others.
 */
export interface Parts {
  uses: SecretUses;
  owners: SecretOwners;
  scanningKeys: ScanningKeys;
  /** Reads what the GET of one resource shows. */
  rows: ShownRows;
  /** Finds a user by the user name, as SCIM shows users. */
  namedScimUser: NamedScimUser;
  /** Reads lists that several requests ask for at the same time. */
  shared: SharedReads;
  mail: MailAbility;
  breached: BreachedPasswords;
  vault: Vault;
  outgoing: Outgoing;
  /** Looks up the DNS records that prove domains. */
  records: TxtLookUp;
  issuers: IssuerKeys;
  /** Judges by the policies of conditional access. */
  access: AccessGuard;
  oidc: OidcEngine;
  /** Reads client ID metadata documents. */
  readDocument: ReadDocument;
  service: Service;
  /** The lists through which lower rooms call higher ones. */
  wired: Wiring;
  signOns: SignOnCounter;
  signIns: FederatedSignInCounter;
  quotas: Quotas;
  /** The public origin. Every address in a response starts with it. It is known when the service listens. */
  baseUrl: () => string;
  log: Log;
  fits: Fits;
  /** For answers that wait for events. */
  waiting: {
    pool: Pool;
    /** Aborted when the process stops: such an answer ends then. */
    stopping: AbortSignal;
    /** Told that a stream of a listener is open. @returns what is told why it ended */
    listens: () => (reason: string) => void;
  };
  /** The kinds of objects of a configuration. */
  resources: Resources;
  /** Finds the tenant that a request names. */
  findTenant: FindTenant;
  /** The same for requests that do not learn whether an organization is suspended: a suspended one is unknown to them. */
  findServing: FindTenant;
  /** Finds the live tenant of the organization that the first start made. */
  findFirstTenant: () => Promise<Tenant | undefined>;
  /** Finds the live tenant of the service, if it has one organization only. */
  findOnlyTenant: () => Promise<Tenant | undefined>;
  /** Finds the tenant of a connection to an identity provider: its callback names the connection alone. */
  findTenantOfConnection: (id: string) => Promise<Tenant | undefined>;
  findBranding: FindBranding;
  /** Finds the tenants that a browser has sessions of. */
  opened: OpenedOrganizations;
}

/** The parts that not only families use, so that the start of the service makes them. */
type Shared = Pick<
  Parts,
  | 'uses'
  | 'mail'
  | 'breached'
  | 'vault'
  | 'outgoing'
  | 'records'
  | 'access'
  | 'oidc'
  | 'readDocument'
  | 'service'
  | 'signOns'
  | 'signIns'
  | 'baseUrl'
  | 'log'
  | 'fits'
  | 'resources'
> &
  Pick<Parts['waiting'], 'stopping' | 'listens'>;

/** The database, as families read it without a transaction. */
interface Reading {
  config: Quotas & Pick<Config, 'secretScanningKeysUrl'>;
  orm: Orm;
  /** For reads that wait for other reads of their kind, and are answered with them. */
  pool: Pool;
  /** For statements of every request. */
  hot: Pool;
}

/** Makes the parts of families. The start of the service makes those that others use, too. */
export const partsOf = (
  { stopping, listens, ...shared }: Shared,
  { config, orm, pool, hot }: Reading,
): Parts => ({
  ...shared,
  waiting: { pool, stopping, listens },
  owners: secretOwners(pool),
  rows: shownRows(pool),
  namedScimUser: namedScimUser(pool),
  shared: sharedReads(),
  scanningKeys: scanningKeys(shared.outgoing, config.secretScanningKeysUrl),
  issuers: issuerKeys(shared.outgoing),
  wired: wiring,
  quotas: config,
  findTenant: tenantFinder(hot),
  findServing: async (orgId) => (isId('org', orgId) ? findServingTenant(hot, orgId) : undefined),
  findFirstTenant: () => firstTenant(hot),
  findOnlyTenant: () => onlyTenant(hot),
  findTenantOfConnection: async (id) => (isId('fed', id) ? tenantOfConnection(hot, id) : undefined),
  findBranding: brandingFinder(hot),
  opened: openedOrganizations(orm, hot),
});
