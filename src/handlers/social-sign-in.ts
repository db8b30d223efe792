import type { EntityManager } from '@mikro-orm/postgresql';
import { hearProvider, askProvider } from '../federation/openid/dialogue.ts';
import {
  loginThatConnects,
  recordSocialFailure,
  rememberDialogue,
  reopen,
  type Taken,
  takeDialogue,
} from '../federation/openid/dialogues.ts';
import { accountOf, type SocialAccount } from '../federation/openid/accounts.ts';
import { connectAccount, personOfAccount } from '../federation/linking/people.ts';
import { provedAt } from '../federation/linking/freshness.ts';
import { clientOf, findEnabledProvider } from '../federation/social/providers.ts';
import { SocialTrouble, statusOfTrouble } from '../federation/openid/trouble.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import { overPage } from '../sign-in/pages/sign-in.ts';
import { socialEndPage } from '../federation/social/pages/social.ts';
import { backToAccount, showAccount } from '../sign-in/account-frame.ts';
import { noteUnknownTime } from '../sign-in/steps/proofs.ts';
import { freshDemandOf } from '../sign-in/upstream.ts';
import {
  accountPath,
  type HostedCall,
  signInPath,
  namedBy,
  tenantOf,
  tokenOf,
  viewIn,
} from '../sign-in/hosted.ts';
import { goOn, onStep, type OpenSignIn, showCompany } from '../sign-in/sign-in-steps.ts';

type Family = 'startSocialSignIn' | 'finishSocialSignIn' | 'finishSocialSignInByForm';
type Callback = Call<'finishSocialSignIn'>;

/** Besides what every page has: which provider, and what it is asked with. */
export type SocialCall = HostedCall &
  Pick<Callback, 'vault' | 'outgoing' | 'quotas'> & { path: { orgId: string; providerId: string } };

export const socialSignIn: Pick<Handlers<'sign-in'>, Family> = {
  async startSocialSignIn(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { orgId, providerId } = call.path;
    const back = signInPath(orgId, encodeURIComponent(call.body.sign_in));
    const begun = await onStep(call, tenant, async (em, { signIn }) =>
      signIn.isProved()
        ? undefined
        : { ...(await providerIn(em, call)), maxAge: freshDemandOf(signIn)?.maxAge },
    );
    if ('reply' in begun) return begun.reply;
    if (!begun.value) return redirect(back);
    const { name, client, maxAge } = begun.value;
    const wishes = { prompts: false, ...(client.server.flow === 'oidc' ? { maxAge } : {}) };
    const asked = await askProvider(client, call.body.sign_in, call.outgoing, wishes).catch(troubled);
    if (asked instanceof SocialTrouble) return failed(call, asked, { name, back });
    const done = await onStep(call, tenant, async (_em, { signIn }) => {
      if (signIn.isProved()) return redirect(back);
      rememberDialogue(signIn, { ...asked.asked, providerId, loginId: null });
      return redirect(asked.url);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async finishSocialSignIn(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { path, query, inTenant } = call;
    const { state = '', code, iss, error } = query;
    const token = tokenOf(call);
    const taken = await inTenant(tenant, async (em) => {
      const returned = await takeDialogue(em, { token, state, providerId: path.providerId });
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(em, call, returned.signInId) };
      return { found: returned, provider: await providerIn(em, call) };
    });
    if (taken.reply) return taken.reply;
    const { found, provider } = taken;
    const isConnecting = found.dialogue.loginId !== null;
    const back = isConnecting ? accountPath(path.orgId, 'security') : signInPath(path.orgId, found.signInId);
    if (error === 'access_denied') return redirect(back);
    const brought = { state, ...(code === undefined ? {} : { code }), ...(iss === undefined ? {} : { iss }) };
    const heard =
      code === undefined
        ? new SocialTrouble('The provider responded with an error', { isOfProvider: false })
        : await hearProvider(provider.client, brought, found.dialogue, call.outgoing, (...told) =>
            accountOf(provider.client, ...told),
          ).catch(troubled);
    if (heard instanceof SocialTrouble) return failed(call, heard, { name: provider.name, back });
    return inTenant(tenant, async (em, now) => {
      // What was true before the provider was asked need not be: it may be disabled, and the browser signed in or out.
      const opened = await reopen(em, token ?? '', found.signInId);
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state === 'none') return nothing(em, call, undefined);
      return isConnecting
        ? endConnecting(em, call, { opened, account: heard, found })
        : endSignIn(em, call, { opened, account: heard, back, now });
    });
  },

  // The cookie is not sent along with a form of another site; it is with the request that this leads to.
  async finishSocialSignInByForm(call) {
    await tenantOf(call);
    const { path, body } = call;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({
      state: body.state,
      code: body.code,
      iss: body.iss,
      error: body.error,
    }))
      if (typeof value === 'string') query.set(name, value);
    const [orgId, id] = [path.orgId, path.providerId].map(encodeURIComponent);
    return redirect(`/login/${orgId}/social/${id}/callback?${query.toString()}`);
  },
};

/** @throws {Failure} PROVIDER_NOT_FOUND */
export async function providerIn(em: EntityManager, call: SocialCall) {
  const provider = await findEnabledProvider(em, call.path.providerId);
  return { provider, name: provider.name, client: clientOf(provider, call) };
}

export function troubled(error: unknown): SocialTrouble {
  if (error instanceof SocialTrouble) return error;
  throw error;
}

/** Answers a fault of the provider. The reason is recorded for the tenant, and not shown to the user on the page. */
export async function failed(
  call: HostedCall,
  trouble: SocialTrouble,
  { name, back }: { name: string; back: string },
): Promise<Hosted> {
  const code = 'FEDERATION_CONN_FAILED';
  const reason = `${name}: ${trouble.message}`;
  return call.inTenant(namedBy(call), async (em) => {
    await recordSocialFailure(em, { code, reason, origin: call.origin });
    const markup = socialEndPage(await viewIn(em, call), 'failed', { name, back });
    return page(markup, { status: statusOfTrouble(trouble), headers: { 'X-Error-Code': code } });
  });
}

/** There is nothing that the answer of a provider could belong to. */
export async function nothing(
  em: EntityManager,
  call: HostedCall,
  signInId: string | undefined,
): Promise<Hosted> {
  const { orgId } = call.path;
  const view = await viewIn(em, call);
  if (signInId === undefined) return page(overPage(view, orgId), { status: 400 });
  const back = signInPath(orgId, signInId);
  return page(socialEndPage(view, 'used', { name: '', back }), { status: 400 });
}

async function endSignIn(
  em: EntityManager,
  call: SocialCall,
  { opened, account, back, now }: { opened: Open; account: SocialAccount; back: string; now: Date },
): Promise<Hosted> {
  const { signIn } = opened;
  if (signIn.isProved()) return redirect(back);
  const { provider } = await providerIn(em, call);
  const outcome = await personOfAccount(em, provider, account, call);
  if ('connection' in outcome) return showCompany(em, call, opened, outcome.connection);
  if ('userId' in outcome && noteTimeOf(signIn, account, now)) {
    signIn.userId = outcome.userId;
    // RFC 8176 has no name for this factor. All checks of the provider count as one factor.
    return goOn(em, call, { ...opened, state: 'open' }, ['fed']);
  }
  const refusal = 'userId' in outcome ? 'NOT_FRESH' : outcome.refusal;
  await recordSocialFailure(em, { reason: `${provider.name}: ${refusal}`, origin: call.origin });
  return page(socialEndPage(await viewIn(em, call), refusal, { name: provider.name, back }), { status: 403 });
}

/**
 * Notes when the user proved their identity. A provider that knows the user already does not ask the user. Only a proof that was
 * given in this sign-in counts as recent.
 * @returns false if the sign-in demands a recent proof, and this one is not recent
 */
function noteTimeOf(signIn: Open['signIn'], { authTime }: SocialAccount, now: Date): boolean {
  const demand = freshDemandOf(signIn);
  const inThisSignIn = { since: signIn.createdAt.getTime(), maxAge: 0 };
  const at = provedAt(authTime, demand ?? inThisSignIn, now, null);
  if (typeof at !== 'string') signIn.authTime = at;
  else if (demand) return false;
  else noteUnknownTime(signIn);
  return true;
}

async function endConnecting(
  em: EntityManager,
  call: SocialCall,
  { opened, account, found }: { opened: Open; account: SocialAccount; found: Taken },
): Promise<Hosted> {
  const { orgId } = call.path;
  const { signIn, browser } = opened;
  const login = await loginThatConnects(em, call, signIn, found);
  if (!login) return redirect(`/login/${orgId}`);
  const { provider } = await providerIn(em, call);
  if (await call.wired.enforcement.ofUser(em, login.userId)) {
    em.remove(signIn);
    return showAccount(em, call, { login, browser }, noAccount);
  }
  const outcome =
    provider.accountLinking === 'EXPLICIT'
      ? await connectAccount(em, provider, account, { userId: login.userId, origin: call.origin })
      : ({ refusal: 'NOT_CONNECTED' } as const);
  em.remove(signIn);
  if ('userId' in outcome) return backToAccount(call, 'security', 'connected');
  const problem = { text: 'notConnected' } as const;
  return showAccount(em, call, { login, browser }, { area: 'security', problem });
}

type Open = Pick<OpenSignIn, 'signIn' | 'browser'>;

/** The user signs in by a connection only: another account would be another way in. */
export const noAccount = { area: 'security', problem: { text: 'noAccount' }, status: 403 } as const;
