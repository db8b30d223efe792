import { type Account, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { mayUse } from '../../platform/allowed-groups.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { recentForCommandLine } from '../command-line.ts';
import { multiFactor, singleFactor } from '../../lib/acr.ts';
import { isStranger } from '../strangers.ts';
import { settingsOf } from './clients.ts';
import { type KeptGrant, ofEveryToken } from './granted.ts';
import { demandIn, verdictOnAuthorization } from './access.ts';
import { showsLogin } from './sessions.ts';
import { visitOf } from './visits.ts';

const { Check, Prompt, base } = interactionPolicy;

/** A person, with what decides whether they may use a client. */
export interface PersonAccount extends Account {
  groupIds: readonly string[];
}

/** The authentication level that a request asks for in an ID token (OpenID Connect Core section 5.5.1.1). */
interface AskedAcr {
  essential?: boolean;
  value?: unknown;
  values?: unknown;
}

/**
 * Returns whether a request needs a user with two factors (`required`), or prefers one (`wished`). Other reasons for a
 * second factor, such as conditional access, belong here.
 * @throws {errors.UnmetAuthenticationRequirements} for an essential acr that no user can have here
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
  throw new errors.UnmetAuthenticationRequirements(
    'the required authentication level (essential acr) is not supported; request one of acr_values_supported',
  );
}

/** The reason for a second factor that the user must prove. */
export const secondFactorRequired = 'second_factor_required';
/** The reason for one that the user is asked for, and can do without. */
export const secondFactorWished = 'second_factor';

/** The reason for proofs that conditional access requires. */
const accessRequired = 'access_required';

/** The reason for a new proof of a user who allows the command line. */
export const recentProofRequired = 'recent_proof';

/** The reason for a consent to a resource that the user has not allowed a stranger, also if it asks for no scope there. */
const resourceRequired = 'resource_required';

/** The resources that a stranger asks for, and that the user has not allowed it. */
function resourcesWithoutConsent({
  client,
  grant,
  resourceServers = {},
}: KoaContextWithOIDC['oidc']): string[] {
  if (!client || !isStranger(settingsOf(client))) return [];
  const kept: KeptGrant | undefined = grant;
  const { allowedResources = [] } = kept ?? {};
  return Object.keys(resourceServers).filter((one) => !allowedResources.includes(one));
}

/** Everything that an authorization asks for, whether it was granted before or not. */
function askedOf(oidc: KoaContextWithOIDC['oidc']): AskedDetails {
  const scopes = [...oidc.requestParamScopes];
  const isWhole = oidc.client !== undefined && isStranger(settingsOf(oidc.client));
  return {
    scopes: [...oidc.requestParamOIDCScopes],
    claims: [...oidc.requestParamClaims].filter((claim) => !ofEveryToken.includes(claim)),
    resources: Object.entries(oidc.resourceServers ?? {})
      .map(([resource, server]) => ({ resource, scopes: scopes.filter((scope) => server.scopes.has(scope)) }))
      .filter((at) => isWhole || at.scopes.length > 0),
  };
}

export interface AskedDetails {
  scopes: string[];
  claims: string[];
  resources: { resource: string; scopes: string[] }[];
}

/**
 * The reasons to ask a user before a client gets its response. The engine has its own reasons (no login, `prompt`,
 * `max_age`, consent), and we add ours. A second factor has its own prompt, `mfa`, so that conditional access can ask
 * for it. All tenants share the policy, because it depends on the request alone.
 */
export const promptPolicy = ourPolicy();

function ourPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  // First, because the choice may bring another user. The client asks for it by `prompt=select_account` alone.
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  // With these checks, the engine would ask a user with one factor to sign in again and again. The prompt `mfa` asks
  // for the other factor.
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
  policy.get('login')?.checks.add(
    new Check('redirect_changed', 'The address of the client has changed', ({ oidc: { client, params } }) => {
      // The engine compares the address at the beginning only, and the document of a client may have changed since.
      const to = params?.['redirect_uri'];
      if (
        client &&
        isStranger(settingsOf(client)) &&
        typeof to === 'string' &&
        !client.redirectUriAllowed(to)
      )
        throw new errors.InvalidRedirectUri();
      return false;
    }),
  );
  policy
    .get('login')
    ?.checks.add(
      new Check('another_browser', 'End-User authentication is required', (ctx) => !showsLogin(ctx)),
    );
  // Tokens of the command line last, so a browser that was left open does not give them (docs/decisions/0128).
  policy
    .get('login')
    ?.checks.add(
      new Check(
        recentProofRequired,
        'End-User re-authentication is required',
        ({ oidc: { client, session, result } }) =>
          isCommandLine(client?.clientId) && !result?.login && session?.past(recentForCommandLine) === true,
      ),
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
      new Check(
        accessRequired,
        'conditional access requires more of the user',
        'interaction_required',
        async (ctx) => {
          const verdict = await verdictOnAuthorization(ctx);
          if (verdict?.kind === 'blocked')
            throw new errors.AccessDenied(
              `conditional access refuses the user; tell the administrator the reference ${visitOf(ctx.req).requestId}`,
            );
          return verdict?.kind === 'asked';
        },
        // The interaction is stored, so it gets no more of the verdict than it needs.
        async (ctx) => ({ access: demandIn(await verdictOnAuthorization(ctx)) }),
      ),
      // A wish was heard when our handler has seen whether the person can (oidc/routes/interaction.ts).
      new Check(
        secondFactorWished,
        'a second factor is requested',
        'interaction_required',
        (ctx) =>
          secondFactorFor(ctx) === 'wished' && ctx.oidc.acr !== multiFactor && !ctx.oidc.result?.['mfa'],
      ),
    ),
    1,
  );
  // The page of a consent that is allowed again still lists the scopes and claims.
  const consent = policy.get('consent');
  if (consent) consent.details = ({ oidc }) => ({ asked: askedOf(oidc) });
  // The engine asks for scopes only, and a resource may accept a token without any.
  consent?.checks.add(
    new Check(
      resourceRequired,
      'requested resources not granted',
      'consent_required',
      ({ oidc }) => resourcesWithoutConsent(oidc).length > 0,
      ({ oidc }) => ({ missingResources: resourcesWithoutConsent(oidc) }),
    ),
  );
  // Last, so that only who has signed in learns it.
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check('not_allowed', 'the user may not use this client', 'access_denied', ({ oidc }) => {
        const { client, account } = oidc;
        if (
          client &&
          account &&
          !mayUse(settingsOf(client).allowedGroups, (account as PersonAccount).groupIds)
        )
          throw new errors.AccessDenied(undefined, 'the user may not use this client');
        return false;
      }),
    ),
    2,
  );
  return policy;
}
