import type { Interaction, Provider } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { mostSecondsOfCommandLine, recentForCommandLine } from '../command-line.ts';
import type { Granted } from '../granted.ts';
import { certainTime } from '../../lib/proof-time.ts';
import { acrOf, multiFactor } from '../../lib/acr.ts';
import { settingsOf } from './clients.ts';
import { basePath, cookieNames } from './names.ts';
import { addGranted, newGrant } from './grants.ts';
import { allowOtherSession } from './patches.ts';
import { isStranger } from '../strangers.ts';
import type { KeptGrant } from './granted.ts';
import { shown } from './page-sources.ts';
import type { ClientDemand, Login, ShownClient } from './parts.ts';
import {
  type AskedDetails,
  recentProofRequired,
  secondFactorRequired,
  secondFactorWished,
} from './policy.ts';

/**
 * A question to the user before a client gets its response. For a consent, it includes the requested scopes and claims.
 */
export interface Pending extends Granted {
  uid: string;
  /** Where the person comes back to when they have signed in. */
  path: string;
  clientId: string;
  /** Where the user is sent with the answer. */
  redirectUri: string | undefined;
  prompt: 'select_account' | 'login' | 'mfa' | 'consent';
  loginHint: string | undefined;
  domainHint: string | undefined;
  uiLocales: string | undefined;
  /** How old the sign-in may be, in seconds. */
  maxAge: number | undefined;
  /** Whether they must sign in although they have. */
  anew: boolean;
  secondFactor: 'required' | 'wished' | undefined;
  /** The demand of conditional access. */
  demand: ClientDemand | undefined;
  /** The user who is asked for consent. */
  userId: string | undefined;
  /** Whether the person allowed the rest of what is asked for before. */
  isMore: boolean;
}

/** Interactions of one instance. They are answered by our own handlers; the engine goes on where they send the person. */
export interface Interactions {
  /** @returns undefined for one that is over or was begun in another browser */
  find: (uid: string, cookies: Readonly<Record<string, string>>) => Promise<Pending | undefined>;
  client: (pending: Pending) => Promise<ShownClient | undefined>;
  /** Whether the client runs on the device of the user, and not in a browser, and whether no administrator made it. */
  kind: (pending: Pending) => Promise<{ isNative: boolean; isAgent: boolean }>;
  /** Whether a login is what was asked for. */
  satisfies: (pending: Pending, login: Login) => boolean;
  /** These say where the person goes next. */
  signIn: (pending: Pending, login: Login) => Promise<string>;
  /** The person goes on with the account that is signed in. Later prompts judge its login. */
  keepAccount: (pending: Pending) => Promise<string>;
  /** The user has given consent. Store the consent before the call (src/oidc/consents.ts). */
  consent: (pending: Pending, login: Login) => Promise<string>;
  deny: (pending: Pending, description: string) => Promise<string>;
  /** The person has no second factor: the client learns it if it cannot do without, and else gets who has one. */
  withoutSecondFactor: (pending: Pending, login: Login) => Promise<string>;
  /** Conditional access requires what the user cannot prove. */
  refuse: (pending: Pending, reference: string) => Promise<string>;
}

interface PromptDetails {
  asked?: AskedDetails;
  missingOIDCScope?: string[];
  missingOIDCClaims?: string[];
  missingResourceScopes?: Record<string, string[]>;
  missingResources?: string[];
  access?: ClientDemand;
}

export function interactionsOf(provider: Provider, orgId: string): Interactions {
  const known = new WeakMap<Pending, Interaction>();
  const interactionOf = (pending: Pending): Interaction => {
    const interaction = known.get(pending);
    if (!interaction) throw new Error('this interaction was not found; start the sign-in again');
    return interaction;
  };
  const finish = async (pending: Pending, result: NonNullable<Interaction['result']>): Promise<string> => {
    const interaction = interactionOf(pending);
    // The session of the beginning has ended if another user signed in, or the same user after a sign-out.
    allowOtherSession(interaction);
    interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
    await interaction.persist();
    return interaction.returnTo;
  };

  const signIn: Interactions['signIn'] = (pending, { userId, amr, ...time }) => {
    const ts = Math.floor(certainTime(time).getTime() / 1000);
    const login = { accountId: userId, amr, acr: acrOf(amr), ts };
    const isExtra = pending.prompt === 'mfa' || pending.prompt === 'select_account';
    return finish(pending, isExtra ? { login, [pending.prompt]: {} } : { login });
  };

  return {
    async find(uid, cookies) {
      // The engine's cookie says that this browser began it.
      if (cookies[cookieNames.interaction] !== uid) return undefined;
      const interaction = await provider.Interaction.find(uid);
      if (!interaction) return undefined;
      const pending = describe(interaction, `${basePath(orgId)}/interaction/${uid}`);
      known.set(pending, interaction);
      return pending;
    },
    async client({ clientId }) {
      const client = await provider.Client.find(clientId);
      return client && shown(client);
    },
    async kind({ clientId }) {
      const client = await provider.Client.find(clientId);
      return {
        isNative: client?.applicationType === 'native',
        isAgent: client !== undefined && isStranger(settingsOf(client)),
      };
    },
    satisfies(pending, { amr, ...time }) {
      const { iat } = interactionOf(pending);
      const at = Math.floor(certainTime(time).getTime() / 1000);
      if (pending.anew && at < iat) return false;
      // A login of the second in which the client asked can be older than the question.
      if (pending.prompt === 'select_account' && at === iat) return false;
      if (pending.maxAge !== undefined && at < iat - pending.maxAge) return false;
      return !pending.secondFactor || acrOf(amr) === multiFactor;
    },
    signIn,
    keepAccount: (pending) => finish(pending, { select_account: {} }),
    withoutSecondFactor: (pending, login) =>
      pending.secondFactor === 'required'
        ? finish(pending, {
            error: 'unmet_authentication_requirements',
            error_description: 'the user has no second factor; set up one, or request a sign-in without it',
          })
        : signIn(pending, login),
    refuse: (pending, reference) =>
      finish(pending, {
        error: 'access_denied',
        error_description: `conditional access requires a factor that the user does not have; tell the administrator the reference ${reference}`,
      }),
    async consent(pending, login) {
      const { grantId } = interactionOf(pending);
      const { userId: accountId = '', clientId } = pending;
      const isOurs = isCommandLine(clientId);
      // Each sign-in of the command line has a grant of its own, which the user can end.
      const before = grantId === undefined || isOurs ? undefined : await provider.Grant.find(grantId);
      const most = isOurs ? mostSecondsOfCommandLine : undefined;
      const grant: KeptGrant = before ?? newGrant(provider, { accountId, clientId }, login, most);
      // The client decides how long the grant is kept, and the engine does not know the client here.
      const client = await provider.Client.find(clientId);
      if (client) grant.client = client;
      addGranted(grant, pending);
      // No consent is kept for the command line.
      if (isOurs) Object.assign(grant, { provedAt: certainTime(login).getTime(), amr: login.amr });
      else grant.consented = true;
      return finish(pending, { consent: { grantId: await grant.save() } });
    },
    deny: (pending, error_description) => finish(pending, { error: 'access_denied', error_description }),
  };
}

/** The reasons for which an earlier login is not enough. */
const reasonsToSignIn = [
  'select_account_prompt',
  'login_prompt',
  'id_token_hint',
  'claims_id_token_sub_value',
  'no_account',
];

function describe(interaction: Interaction, path: string): Pending {
  const { prompt, params, uid } = interaction;
  const details = prompt.details as PromptDetails;
  const reasons = new Set(prompt.reasons);
  const text = (name: string): string | undefined => {
    const value = params[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    uid,
    path,
    clientId: text('client_id') ?? '',
    redirectUri: text('redirect_uri'),
    prompt: prompt.name as Pending['prompt'],
    loginHint: text('login_hint'),
    domainHint: text('domain_hint'),
    uiLocales: text('ui_locales'),
    maxAge: maxAgeOf(params['max_age'], reasons),
    anew: reasonsToSignIn.some((reason) => reasons.has(reason)),
    secondFactor:
      prompt.name === 'mfa'
        ? reasons.has(secondFactorRequired)
          ? 'required'
          : reasons.has(secondFactorWished)
            ? 'wished'
            : undefined
        : undefined,
    demand: details.access,
    userId: interaction.session?.accountId,
    ...consentOf(details, reasons),
  };
}

/** Returns how old the sign-in may be. The command line cannot say so itself. */
function maxAgeOf(asked: unknown, reasons: ReadonlySet<string>): number | undefined {
  if (reasons.has(recentProofRequired)) return recentForCommandLine;
  return asked === undefined ? undefined : Number(asked);
}

/** A client may ask for what it has; any other time the person reads what is new. */
function consentOf(
  {
    asked,
    missingOIDCScope = [],
    missingOIDCClaims = [],
    missingResourceScopes = {},
    missingResources = [],
  }: PromptDetails,
  reasons: ReadonlySet<string>,
): AskedDetails & Pick<Pending, 'isMore'> {
  const whole = reasons.has('consent_prompt') || reasons.has('native_client_prompt');
  if (asked && whole) return { ...asked, isMore: false };
  const atResources = { ...missingResourceScopes };
  for (const resource of missingResources) atResources[resource] ??= [];
  const missing = {
    scopes: missingOIDCScope,
    claims: missingOIDCClaims,
    resources: Object.entries(atResources).map(([resource, scopes]) => ({ resource, scopes })),
  };
  return { ...missing, isMore: asked !== undefined && sizeOf(missing) < sizeOf(asked) };
}

const sizeOf = ({ scopes, claims, resources }: AskedDetails): number =>
  scopes.length + claims.length + resources.length + resources.flatMap((at) => at.scopes).length;
