import { type Account, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { multiFactor, singleFactor } from './acr.ts';
import { settingsOf } from './clients.ts';
import { ofEveryToken } from './granted.ts';
import { showsLogin } from './sessions.ts';

const { Check, Prompt, base } = interactionPolicy;

/** A person, with what decides whether they may use a client. */
export interface PersonAccount extends Account {
  groupIds: readonly string[];
}

/** Whether a client is open to somebody (`allowedGroups`). */
export const mayUse = (
  groups: readonly string[] | null,
  { groupIds }: Pick<PersonAccount, 'groupIds'>,
): boolean => groups === null || groups.some((group) => groupIds.includes(group));

/** What an ID token is asked to say of how somebody signed in (OpenID Connect Core section 5.5.1.1). */
interface AskedAcr {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/**
 * Whether a request is answered only for somebody who proved two factors (`required`), or rather for them (`wished`).
 * Whatever else may ask for a second factor, such as conditional access, is asked here.
 * @throws {errors.UnmetAuthenticationRequirements} for an essential acr that nobody can have here
 */
function secondFactorFor({ oidc }: KoaContextWithOIDC): 'required' | 'wished' | undefined {
  const { claims, acr_values: wishes } = oidc.params ?? {};
  // The engine lets `acr_values` take the place of what the claims say, and with it of whether they are essential.
  const asked =
    typeof claims === 'string' ? (JSON.parse(claims) as { id_token?: { acr?: AskedAcr | null } }) : {};
  const { essential, value, values } = asked.id_token?.acr ?? {};
  const given = value === undefined ? [values ?? []].flat() : [value];
  const wished = typeof wishes === 'string' ? wishes.split(' ') : given;
  if (essential !== true || given.length === 0) return wished[0] === multiFactor ? 'wished' : undefined;
  // Who proved two factors has proved one.
  if (given.includes(singleFactor)) return undefined;
  if (given.includes(multiFactor)) return 'required';
  throw new errors.UnmetAuthenticationRequirements('nobody signs in here as the essential acr says');
}

/** Why somebody is asked for a second factor that they cannot do without. */
export const secondFactorRequired = 'second_factor_required';

/** Everything that an authorization asks for, whether it was granted before or not. */
function askedOf(oidc: KoaContextWithOIDC['oidc']): AskedDetails {
  const scopes = [...oidc.requestParamScopes];
  return {
    scopes: [...oidc.requestParamOIDCScopes],
    claims: [...oidc.requestParamClaims].filter((claim) => !ofEveryToken.includes(claim)),
    resources: Object.entries(oidc.resourceServers ?? {})
      .map(([resource, server]) => ({ resource, scopes: scopes.filter((scope) => server.scopes.has(scope)) }))
      .filter((at) => at.scopes.length > 0),
  };
}

export interface AskedDetails {
  scopes: string[];
  claims: string[];
  resources: { resource: string; scopes: string[] }[];
}

/**
 * When somebody is asked for something before a client gets its answer: the engine's own reasons (no login, `prompt`,
 * `max_age`, consent), and ours. A second factor is a prompt of its own, `mfa`, so that conditional access can ask for it.
 * All tenants share it: what it says depends on the request alone.
 */
export const promptPolicy = ourPolicy();

function ourPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  // The engine would have somebody sign in again and again who has one factor; the prompt `mfa` asks for the other.
  for (const name of ['essential_acr', 'essential_acrs']) policy.get('login')?.checks.remove(name);
  // The account of a login that no longer holds: suspended between two requests.
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'no_account',
        'End-User authentication is required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new Check('another_browser', 'End-User authentication is required', (ctx) => !showsLogin(ctx)),
    );
  policy.add(
    new Prompt(
      { name: 'mfa', requestable: false },
      // `acr_values` is a wish (OpenID Connect Core section 5.5.1.1): who has signed in once for it is not asked again.
      new Check(
        secondFactorRequired,
        'a second factor is required',
        'interaction_required',
        (ctx) => secondFactorFor(ctx) === 'required' && ctx.oidc.acr !== multiFactor,
      ),
      // A wish was heard when our handler has seen whether the person can (handlers/oidc-interaction.ts).
      new Check(
        'second_factor',
        'a second factor is asked for',
        'interaction_required',
        (ctx) =>
          secondFactorFor(ctx) === 'wished' && ctx.oidc.acr !== multiFactor && !ctx.oidc.result?.['mfa'],
      ),
    ),
    1,
  );
  // A page on which somebody allows what they allowed before still says what that is.
  const consent = policy.get('consent');
  if (consent) consent.details = ({ oidc }) => ({ asked: askedOf(oidc) });
  // Last, so that only who has signed in learns it.
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check('not_allowed', 'the person may not use this client', 'access_denied', ({ oidc }) => {
        const { client, account } = oidc;
        if (client && account && !mayUse(settingsOf(client).allowedGroups, account as PersonAccount))
          throw new errors.AccessDenied(undefined, 'the person may not use this client');
        return false;
      }),
    ),
    2,
  );
  return policy;
}
