import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../entities/owned.ts';
import { type AuthConfig, type AuthConfigName, type SetOf, withDefaults } from '../lib/auth-config.ts';
import { readAuthConfig, type StoredAuthConfig } from '../queries/auth-config.ts';

/** How people may sign in; `version` is another one after every change of any of it. */
export async function authConfig(em: EntityManager): Promise<AuthConfig & { version: number }> {
  const stored = await readAuthConfig(em, tenancyOf(em).orgId);
  return {
    passwordPolicy: objectOf(stored, 'passwordPolicy'),
    totp: objectOf(stored, 'totp'),
    webauthn: objectOf(stored, 'webauthn'),
    magicLink: objectOf(stored, 'magicLink'),
    branding: objectOf(stored, 'branding'),
    version: names.reduce((sum, name) => sum + stored.of(name).version, 0),
  };
}

const names: readonly AuthConfigName[] = ['passwordPolicy', 'totp', 'webauthn', 'magicLink', 'branding'];

/** The request that set it was held against the contract, so what is stored is what the object takes. */
const objectOf = <Name extends AuthConfigName>(
  { of, organizationName }: StoredAuthConfig,
  name: Name,
): AuthConfig[Name] => withDefaults[name](of(name).settings as SetOf<Name>, organizationName);
