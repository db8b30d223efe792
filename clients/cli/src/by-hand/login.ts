// keyward login: signs a user in by a code, and keeps the sign-in as a profile.
import { type Named, send } from '../profiles/signed.ts';
import { UsageError } from '../failures.ts';
import { collect } from '../flags.ts';
import { Keyward } from '../../../typescript/src/keyward.ts';
import { nameOf } from '../profiles/connection.ts';
import { ProfileFailure } from '../profiles/failure.ts';
import { checkedName } from '../profiles/folder.ts';
import { locked } from '../profiles/lock.ts';
import { begin, newKey, revoke } from '../profiles/provider.ts';
import { type Profile, Profiles } from '../profiles/store.ts';
import { addressOf, keyIn, requireSafe } from '../service.ts';
import type { Target } from '../target.ts';
import { shown } from '../shown.ts';
import { openBrowser } from './browser.ts';
import type { HandModule, HandRun } from './hand-command.ts';

interface Options extends Target {
  scope?: string[];
  open?: boolean;
}

export const hand: HandModule = {
  examples: [
    'login --url https://keyward.example --tenant org_01kahz5v3be4nr7q2m8x9c0d1e',
    'login --profile reading --tenant org_01kahz5v3be4nr7q2m8x9c0d1e --scope identities.read --scope audit.read',
    'login',
  ],
  add(parser, run) {
    parser
      .option('--url <address>', 'The address of the service, instead of KEYWARD_URL')
      .option('--tenant <id>', 'The ID of the tenant, which the page Settings of the dashboard shows')
      .option('--profile <name>', 'The name of the profile, instead of KEYWARD_PROFILE (default: "default")')
      .option(
        '--scope <scope>',
        'What the profile may do at most, * by default (repeat it for more)',
        collect,
      )
      .option('--open', 'Open the browser')
      .addHelpText(
        'after',
        '\nWithout --url, --tenant and --scope, it signs in as the profile did before. It prints an address and a code.',
      )
      .action(async () => {
        await login({ ...run.target(), ...parser.opts<Options>() }, run);
      });
  },
};

async function login(options: Options, { io }: HandRun): Promise<void> {
  const name = checkedName(nameOf(io, options));
  const profiles = Profiles.of(io.env);
  if (!profiles)
    throw new UsageError(
      'There is no place for the profile. Set HOME or XDG_CONFIG_HOME to a folder of yours.',
    );
  const former = formerOf(profiles, name);
  const url = addressOf(io, options.url, former?.url);
  requireSafe(url);
  // A variable of another project must not replace the profile, and end its sign-in.
  if (former && options.url === undefined && new URL(former.url).origin !== new URL(url).origin)
    throw new UsageError(
      `The profile ${name} is for ${former.url}, and KEYWARD_URL names ${url}. Say which one: --url ADDRESS. Another --profile keeps both.`,
    );
  const tenant = options.tenant ?? former?.tenant;
  if (tenant === undefined || !/^org_[0-9a-z]{26}$/.test(tenant))
    throw new UsageError(
      `Give --tenant. The page Settings of the dashboard shows its ID, org_…: ${new URL('/admin', url).href}`,
    );
  const scope = options.scope?.join(' ') ?? former?.scope ?? '*';
  const around = { fetch: io.fetch ?? fetch };

  const { address, whole, code, provider, tokens } = await begin({ url, tenant, scope }, around);
  for (const page of [address, whole]) requirePage(page, url);
  io.err.write(`Open ${shown(address)} and enter the code ${shown(code)}\n`);
  if (options.open && !(await openBrowser(whole, io.env)))
    io.err.write('keyward: No browser could be opened. Open the address yourself.\n');
  const key = await newKey();
  const made: Profile = {
    version: 1,
    url,
    provider,
    tenant,
    tenants: { live: null, test: null },
    user: '',
    key,
    ...(await tokens(key)),
  };
  const { user, organization } = await kept(made, { name, profiles, tenant, fetch: around.fetch });
  io.err.write(
    `Signed in to ${shown(organization)} as ${shown(user)}. The profile is ${name}, its file is ${profiles.fileOf(name)}\n`,
  );
  if (keyIn(io) !== undefined)
    io.err.write(
      'keyward: KEYWARD_API_KEY is set, and it wins over each profile. Unset it to use the profile.\n',
    );
}

/** The browser opens the address, so another server must not name a program or a page of its own. */
function requirePage(page: string, url: string): void {
  if (URL.canParse(page) && new URL(page).origin === new URL(url).origin) return;
  throw new ProfileFailure(
    'The service names a page of another server for the sign-in. Is the address right?',
    {
      code: 'UNEXPECTED_ANSWER',
    },
  );
}

/** Keeps a new sign-in in the place of the former one. A sign-in that cannot be kept is ended. */
async function kept(made: Profile, named: Named): Promise<{ user: string; organization: string }> {
  const { name, profiles, fetch: own } = named;
  // Not with renewals, because these are for profiles that are kept.
  const once: typeof fetch = (address, init = {}) => send(new Request(address).url, init, made, named);
  try {
    const me = await new Keyward({ baseUrl: made.url, fetch: once }).me.get();
    const { liveOrgId, testOrgId, name: organization } = me.organization;
    const tenants = { live: me.environment === 'live' ? liveOrgId : null, test: testOrgId };
    // Another command may renew the former sign-in, and would write it over the new one.
    const former = await locked(`${profiles.fileOf(name)}.lock`, () => {
      const before = formerOf(profiles, name);
      profiles.write(name, { ...made, user: me.name, tenants });
      return Promise.resolve(before);
    });
    // The former sign-in would live on without a use. A failure changes nothing for the user.
    if (former) await revoke(former, { fetch: own }).catch(() => undefined);
    return { user: me.name, organization };
  } catch (error) {
    await revoke(made, { fetch: own }).catch(() => undefined);
    throw error;
  }
}

/** Returns the profile that is signed in again. A broken file is replaced. */
function formerOf(profiles: Profiles, name: string): Profile | undefined {
  try {
    return profiles.read(name);
  } catch {
    return undefined;
  }
}
