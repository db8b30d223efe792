// The connection of a run that works with a profile.
import { UsageError } from '../failures.ts';
import type { Io } from '../io.ts';
import { addressOf, type Connection, type ProfileUse } from '../service.ts';
import type { Target } from '../target.ts';
import { loginCommand } from './login-command.ts';
import { signingFetch } from './signed.ts';
import { type Profile, Profiles } from './store.ts';
import { usualProfile } from './usual-profile.ts';

/** Returns the profile that a run names, or the usual one. */
export const nameOf = ({ env }: Pick<Io, 'env'>, { profile }: Target): string =>
  profile ?? (env['KEYWARD_PROFILE'] || usualProfile);

/** Returns the connection as the user of a profile, or undefined if the run names none and there is no usual one. */
export function connectionOf(io: Io, target: Target, how: ProfileUse = {}): Connection | undefined {
  const name = nameOf(io, target);
  // The profile can do more than the credential of the run.
  if (io.env['KEYWARD_RUN'] && target.profile === undefined && !io.env['KEYWARD_PROFILE'])
    throw new UsageError(
      'Inside keyward run, the usual profile is not used. Let the run set the key, --env KEYWARD_API_KEY, or name a profile: --profile NAME.',
    );
  const profiles = Profiles.of(io.env);
  const profile = profiles?.read(name);
  if (!profiles || !profile) {
    if (name === usualProfile && target.tenant === undefined) return undefined;
    throw new UsageError(`There is no profile ${name}. Run: ${loginCommand(name)}`);
  }
  requireSame(profile, name, io, target);
  const own = io.fetch ?? fetch;
  const tenant = tenantOf(profile, target.tenant);
  return {
    baseUrl: profile.url,
    fetch: own,
    signed: signingFetch(profile, { name, profiles, tenant, fetch: own, ...how }),
    profile: name,
  };
}

/** The tokens of a profile are for one service. An address of another one is a mistake, and the command could change the wrong service. */
function requireSame({ url }: Profile, name: string, io: Io, target: Target): void {
  if (target.url === undefined && !io.env['KEYWARD_URL']) return;
  const named = addressOf(io, target.url);
  if (new URL(named).origin === new URL(url).origin) return;
  throw new UsageError(
    `The profile ${name} is for ${url}, and ${target.url === undefined ? 'KEYWARD_URL' : '--url'} names ${new URL(named).origin}. Leave it out, or sign in there with another --profile.`,
  );
}

/** Returns the tenant that a run works in. */
export function tenantOf({ tenant, tenants }: Profile, named: string | undefined): string {
  if (named === undefined) return tenant;
  if (named === 'live' || named === 'test') {
    const found = tenants[named];
    if (found !== null) return found;
    throw new UsageError(`The user of the profile has no ${named} tenant.`);
  }
  if (/^org_[0-9a-z]{26}$/.test(named)) return named;
  throw new UsageError('--tenant takes live, test, or the ID of a tenant: org_….');
}

/** Returns the address of the profile of a run, or undefined if there is none, or it cannot be read. */
export function urlOfProfile(io: Io, target: Target): string | undefined {
  try {
    return Profiles.of(io.env)?.read(nameOf(io, target))?.url;
  } catch {
    return undefined;
  }
}
