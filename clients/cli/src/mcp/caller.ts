// The narrow caller of a run: a key, or the user of a profile.
import type { HandRun } from '../by-hand/hand-command.ts';
import { UsageError } from '../failures.ts';
import { connectionOf } from '../profiles/connection.ts';
import { keyIn, Service } from '../service.ts';
import { fitting, type Narrow, type WantedScopes } from './narrow.ts';
import { NarrowKey } from './narrow-key.ts';
import { operationsBy } from './operations.ts';

/** The bounds of a key of this run are its own. */
const endsSoon =
  'The key of this run ends within the hour, so it gives nothing that lasts longer. Start `keyward mcp` with a key that has the scopes of the tools and no others.';

/** Opens the caller of a run, and narrows it. @throws {UsageError} if it cannot be narrowed */
export async function openNarrow(run: HandRun, wanted: WantedScopes): Promise<Narrow> {
  const own = await run.service();
  own.requireCaller();
  const key = keyIn(run.io);
  return key === undefined ? narrowUser(run, own, wanted) : narrowKey(run, own, { ...wanted, key });
}

async function narrowKey(
  { io, families }: HandRun,
  { baseUrl }: Service,
  { key, ...wanted }: WantedScopes & { key: string },
): Promise<Narrow> {
  if (/^(?:kd_operator_|scim_)/.test(key))
    throw new UsageError('A key of an operator and a SCIM token cannot be narrowed. Use an API key.');
  const as = (apiKey: string): Service => new Service({ baseUrl, apiKey, fetch: io.fetch ?? fetch });
  const narrow = await NarrowKey.open({
    as: (apiKey) => operationsBy(families, as(apiKey)),
    key,
    ...wanted,
  });
  return {
    scopes: narrow.scopes,
    about: narrow.isMade ? 'The key of this run has no others.' : 'Your key has no others.',
    ...(narrow.isMade && { hint: endsSoon }),
    service: async () => as(await narrow.current()),
    end: () => narrow.end(),
  };
}

/** A token ends within ten minutes, so a run has none to end. */
async function narrowUser(
  { io, families, target }: HandRun,
  own: Service,
  wanted: WantedScopes,
): Promise<Narrow> {
  const { scopes: held } = (await operationsBy(families, own)('me get')) as { scopes: string[] };
  const { scopes } = fitting(held, wanted, 'Your sign-in');
  // Always a token of its own: the stored token has scopes that a later role of the user would open.
  const connection = connectionOf(io, target(), { scope: scopes.join(' ') });
  const service = connection ? new Service(connection) : own;
  return {
    scopes,
    about: 'The token of this run has no others.',
    profile: own.profile,
    service: () => Promise.resolve(service),
    end: () => Promise.resolve(true),
  };
}
