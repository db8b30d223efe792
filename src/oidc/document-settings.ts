import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { invalid } from '../failure.ts';
import type { FieldChange } from '../lib/field-change.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Grantor } from '../platform/grants.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import { changesBetween } from '../users/auth-config.ts';
import { type DocumentSetting, loosensDocuments, refusalOfHost, withDefaults } from './document-setting.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { readSetting, type StoredSetting, writeSetting } from './sql/stored-setting.ts';

const name = 'oidc_client_metadata';

/** The setting of a tenant for client ID metadata documents, with who changed it. */
export interface DocumentSettings extends Omit<StoredSetting<DocumentSetting>, 'settings'> {
  setting: DocumentSetting;
}

/** Reads the setting of the tenant. */
export const findDocumentSettings = async (tx: Tx): Promise<DocumentSettings> =>
  whole(await readSetting(tx, tenancyOf(tx).orgId, name));

const whole = ({ settings, ...rest }: StoredSetting<DocumentSetting>): DocumentSettings => ({
  ...rest,
  setting: withDefaults(settings),
});

/**
 * Changes which documents are read, from the next request on: all nodes see another version of the provider. The blocked hosts are stored in the
 * same object, and `blockHosts()` changes them.
 * @throws {Failure} VALIDATION_ERROR, PRECONDITION_FAILED; if it loosens also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function changeDocumentSettings(
  tx: Tx,
  change: Partial<Omit<DocumentSetting, 'blockedHosts'>>,
  ifMatch: string | undefined,
  grantor: Grantor,
): Promise<{ after: DocumentSettings; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const before = await findDocumentSettings(tx);
  requireVersion(before, ifMatch);
  const setting = { ...before.setting, ...change };
  for (const [at, host] of setting.allowedHosts.entries()) {
    const allowed = refusalOfHost(host);
    if (allowed !== undefined) throw invalid(`allowedHosts.${at}`, allowed);
  }
  const changes = changesBetween(before.setting, setting);
  if (loosensDocuments(changes)) await requireMayGiveLasting(tx, grantor);
  const after = { setting, version: before.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  const { setting: settings, ...rest } = after;
  await writeSetting<DocumentSetting>(tx, lock, name, { settings, ...rest });
  await renewOidcVersion(tx, orgId);
  return { after, changes };
}
