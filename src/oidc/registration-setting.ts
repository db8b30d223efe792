import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { invalid } from '../failure.ts';
import { ifBelow, ifGainsOrNull, ifOn, type Loosens, loosensBy } from '../lib/loosening.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import type { Grantor } from '../platform/grants.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import { changesBetween } from '../users/auth-config.ts';
import { refusalOfHost } from './document-setting.ts';
import { type RegistrationSetting, withDefaults } from './registration-rules.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { readSetting, type StoredSetting, writeSetting } from './sql/stored-setting.ts';

const name = 'oidc_client_registration';

/** The setting of a tenant, and who changed it last. */
export interface ConfiguredRegistration extends Omit<StoredSetting<RegistrationSetting>, 'settings'> {
  setting: RegistrationSetting;
}

const configured = ({ settings, ...rest }: StoredSetting<RegistrationSetting>): ConfiguredRegistration => ({
  ...rest,
  setting: withDefaults(settings),
});

/** Reads who may register clients. */
export const findRegistrationSetting = async (tx: Tx): Promise<ConfiguredRegistration> =>
  configured(await readSetting(tx, tenancyOf(tx).orgId, name));

/** The fields, and which changes let in more clients or lead users to more places. */
const fields: Readonly<Record<keyof RegistrationSetting, Loosens>> = {
  mode: ifBelow('OPEN', 'INITIAL_ACCESS_TOKEN', 'OFF'),
  loopbackRedirects: ifOn,
  allowedRedirectHosts: ifGainsOrNull,
};

/**
 * Changes who may register clients. Clients that are registered go on.
 * @throws {Failure} VALIDATION_ERROR, PRECONDITION_FAILED; if it loosens also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function changeRegistrationSetting(
  tx: Tx,
  change: Partial<RegistrationSetting>,
  { ifMatch }: { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<{ after: ConfiguredRegistration; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const stored = await readSetting<RegistrationSetting>(tx, orgId, name);
  requireVersion(stored, ifMatch);
  for (const [at, host] of (change.allowedRedirectHosts ?? []).entries()) {
    const allowed = refusalOfHost(host);
    if (allowed !== undefined) throw invalid(`allowedRedirectHosts.${at}`, allowed);
  }
  const before = withDefaults(stored.settings);
  const settings = { ...stored.settings, ...change };
  const changes = changesBetween(before, withDefaults(settings));
  if (loosensBy(fields, changes)) await requireMayGiveLasting(tx, grantor);
  const row = { settings, version: stored.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  await writeSetting(tx, lock, name, row);
  // The metadata of the provider say whether clients can register.
  await renewOidcVersion(tx, orgId);
  return { after: configured(row), changes };
}
