import type { SocialCall } from './social-call.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loginThatConnects, recordSocialFailure, type Taken } from '../openid/dialogues.ts';
import { type SocialAccount } from '../openid/accounts.ts';
import { connectAccount, personOfAccount } from '../linking/people.ts';
import { provedAt } from '../linking/freshness.ts';
import { clientOf, findEnabledProvider } from './providers.ts';
import { SocialTrouble, statusOfTrouble } from '../openid/trouble.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import { overPage } from '../../sign-in/pages/sign-in.ts';
import { socialEndPage } from './pages/social.ts';
import { backToAccount, showAccount } from '../../sign-in/account-frame.ts';
import { noteUnknownTime } from '../../sign-in/steps/proofs.ts';
import { freshDemandOf } from '../../sign-in/upstream.ts';
import { type HostedCall, signInPath, namedBy, viewIn } from '../../sign-in/hosted.ts';
import { goOn, type OpenSignIn, showCompany } from '../../sign-in/sign-in-steps.ts';

/** @throws {Failure} PROVIDER_NOT_FOUND */
export async function providerIn(em: EntityManager, call: SocialCall) {
  const provider = await findEnabledProvider(em, call.path.providerId);
  return { provider, name: provider.name, client: clientOf(provider, call) };
}

/** Returns the trouble that a provider caused. @throws any other error */
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

/** Ends a sign-in by the account that a provider vouched for. */
export async function endSignIn(
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

/** Connects the account that a provider vouched for with the user who asked for it. */
export async function endConnecting(
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
