import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import {
  type AuthConfig,
  type AuthConfigName,
  type Configured,
  type SetOf,
  withDefaults,
} from '../lib/auth-config.ts';
import { mergePatch } from '../lib/merge-patch.ts';
import {
  type AuthConfigColumn,
  readAuthConfig,
  type StoredAuthConfig,
  storedAuthConfigOf,
  writeAuthConfig,
} from './sql/auth-config.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { loosensAuthConfig } from './auth-config-loosening.ts';
import { mistakesOf, type Surroundings } from './auth-config-rules.ts';
import type { Grantor } from '../platform/grants.ts';
import { requireVersion } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

type WholeAuthConfig = AuthConfig & { version: number };

/**
 * How people may sign in; `version` is another one after every change of any of it. It is read once for all that one
 * transaction asks of it, and once more after it is changed there: every step of a sign-in asks several times.
 */
export function authConfig(tx: Tx): Promise<WholeAuthConfig> {
  const known = read.get(tx);
  if (known) return known;
  const reading = readWhole(tx);
  read.set(tx, reading);
  return reading;
}

const read = new WeakMap<Tx, Promise<WholeAuthConfig>>();

/** Has {@link authConfig} answer what another statement of the work has read, for the rest of the work. */
export function noteAuthConfig(tx: Tx, column: AuthConfigColumn): void {
  read.set(tx, Promise.resolve(wholeOf(storedAuthConfigOf(column))));
}

const readWhole = async (tx: Tx): Promise<WholeAuthConfig> =>
  wholeOf(await readAuthConfig(tx, tenancyOf(tx).orgId));

function wholeOf(stored: StoredAuthConfig): WholeAuthConfig {
  return {
    passwordPolicy: objectOf(stored, 'passwordPolicy'),
    totp: objectOf(stored, 'totp'),
    webauthn: objectOf(stored, 'webauthn'),
    magicLink: objectOf(stored, 'magicLink'),
    registration: objectOf(stored, 'registration'),
    branding: objectOf(stored, 'branding'),
    version: names.reduce((sum, name) => sum + stored.of(name).version, 0),
  };
}

const names: readonly AuthConfigName[] = [
  'passwordPolicy',
  'totp',
  'webauthn',
  'magicLink',
  'registration',
  'branding',
];

export async function findAuthConfig<Name extends AuthConfigName>(
  tx: Tx,
  name: Name,
): Promise<Configured<Name>> {
  return configured(await readAuthConfig(tx, tenancyOf(tx).orgId), name);
}

/**
 * Changes one of the objects from now on.
 * @param change null gives a field its default again
 * @throws {Failure} VALIDATION_ERROR, PRECONDITION_FAILED; if it loosens also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function changeAuthConfig<Name extends AuthConfigName>(
  tx: Tx,
  name: Name,
  change: Record<string, unknown>,
  { ifMatch, ...around }: Surroundings & { ifMatch: string | undefined },
  grantor: Grantor,
): Promise<{ after: Configured<Name>; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const lock = await lockTenant(tx, orgId);
  const stored = await readAuthConfig(tx, orgId);
  const before = configured(stored, name);
  requireVersion(before, ifMatch);
  const settings = mergePatch(stored.of(name).settings, inOneSpelling(change)) as Record<string, unknown>;
  const row = { settings, version: before.version + 1, updatedAt: now, updatedBy: grantor.actor.id };
  const after = configured({ ...stored, of: () => row }, name);
  const mistakes = mistakesOf(name, after.config, around);
  if (Object.keys(mistakes).length > 0) throw new Failure('VALIDATION_ERROR', mistakes);
  const changes = changesBetween(before.config, after.config);
  if (loosensAuthConfig(name, changes)) await requireMayGiveLasting(tx, grantor);
  await writeAuthConfig(tx, lock, name, row);
  read.delete(tx);
  return { after, changes };
}

/** The request that set it was held against the contract, so what is stored is what the object takes. */
const objectOf = <Name extends AuthConfigName>(
  { of, organizationName }: StoredAuthConfig,
  name: Name,
): AuthConfig[Name] => withDefaults[name](of(name).settings as SetOf<Name>, organizationName);

function configured<Name extends AuthConfigName>(stored: StoredAuthConfig, name: Name): Configured<Name> {
  const { version, updatedAt, updatedBy } = stored.of(name);
  return { config: objectOf(stored, name), version, updatedAt, updatedBy };
}

const inLowerCase = new Set(['rpId', 'primaryColor', 'backgroundColor']);

const inOneSpelling = (change: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(change).map(([field, value]) =>
      inLowerCase.has(field) && typeof value === 'string' ? [field, value.toLowerCase()] : [field, value],
    ),
  );

/** Compares two objects that have the same fields. */
export const changesBetween = (before: object, after: object): FieldChange[] => {
  const were = new Map(Object.entries(before));
  return Object.entries(after)
    .map(([field, to]) => ({ field, from: were.get(field) as unknown, to: to as unknown }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
};
