import type { SocialCall } from './social-call.ts';
import { loginThatConnects, recordSocialFailure, type Taken } from '../openid/dialogues.ts';
import { type SocialAccount } from '../openid/accounts.ts';
import { connectAccount, personOfAccount } from '../linking/people.ts';
import { provedAt } from '../linking/freshness.ts';
import { clientOf, findEnabledProvider } from './providers.ts';
import { SocialTrouble, statusOfTrouble } from '../openid/trouble.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { overPage } from '../../sign-in/pages/sign-in.ts';
import { socialEndPage } from './pages/social.ts';
import { backToAccount, showAccount } from '../../sign-in/account-frame.ts';
import { noteUnknownTime } from '../../sign-in/steps/proofs.ts';
import { freshDemandOf } from '../../sign-in/upstream.ts';
import { type HostedCall, signInPath, namedBy, viewIn } from '../../sign-in/hosted.ts';
import { goOn, type OpenSignIn, showCompany } from '../../sign-in/sign-in-steps.ts';

/** @throws {Failure} PROVIDER_NOT_FOUND */
export async function providerIn(tx: Tx, call: SocialCall) {
  const provider = await findEnabledProvider(tx, call.path.providerId);
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
  return call.inTenant(namedBy(call), async (tx) => {
    await recordSocialFailure(tx, { code, reason, origin: call.origin });
    const markup = socialEndPage(await viewIn(tx, call), 'failed', { name, back });
    return page(markup, { status: statusOfTrouble(trouble), headers: { 'X-Error-Code': code } });
  });
}

/** There is nothing that the answer of a provider could belong to. */
export async function nothing(tx: Tx, call: HostedCall, signInId: string | undefined): Promise<Hosted> {
  const { orgId } = call.path;
  const view = await viewIn(tx, call);
  if (signInId === undefined) return page(overPage(view, orgId), { status: 400 });
  const back = signInPath(orgId, signInId);
  return page(socialEndPage(view, 'used', { name: '', back }), { status: 400 });
}

/** Ends a sign-in by the account that a provider vouched for. */
export async function endSignIn(
  tx: Tx,
  call: SocialCall,
  { opened, account, back, now }: { opened: Open; account: SocialAccount; back: string; now: Date },
): Promise<Hosted> {
  const { signIn } = opened;
  if (signIn.isProved()) return redirect(back);
  const { provider } = await providerIn(tx, call);
  const outcome = await personOfAccount(tx, provider, account, call);
  if ('connection' in outcome) return showCompany(tx, call, opened, outcome.connection);
  if ('userId' in outcome && noteTimeOf(signIn, account, now)) {
    signIn.userId = outcome.userId;
    // RFC 8176 has no name for this factor. All checks of the provider count as one factor.
    return goOn(tx, call, { ...opened, state: 'open' }, ['fed']);
  }
  const refusal = 'userId' in outcome ? 'NOT_FRESH' : outcome.refusal;
  await recordSocialFailure(tx, { reason: `${provider.name}: ${refusal}`, origin: call.origin });
  return page(socialEndPage(await viewIn(tx, call), refusal, { name: provider.name, back }), { status: 403 });
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
  tx: Tx,
  call: SocialCall,
  { opened, account, found }: { opened: Open; account: SocialAccount; found: Taken },
): Promise<Hosted> {
  const { orgId } = call.path;
  const { signIn, browser } = opened;
  const login = await loginThatConnects(tx, call, signIn, found);
  if (!login) return redirect(`/login/${orgId}`);
  const { provider } = await providerIn(tx, call);
  if (await call.wired.enforcement.ofUser(tx, login.userId)) {
    tx.remove(signIn);
    return showAccount(tx, call, { login, browser }, noAccount);
  }
  const outcome =
    provider.accountLinking === 'EXPLICIT'
      ? await connectAccount(tx, provider, account, { userId: login.userId, origin: call.origin })
      : ({ refusal: 'NOT_CONNECTED' } as const);
  tx.remove(signIn);
  if ('userId' in outcome) return backToAccount(call, 'security', 'connected');
  const problem = { text: 'notConnected' } as const;
  return showAccount(tx, call, { login, browser }, { area: 'security', problem });
}

type Open = Pick<OpenSignIn, 'signIn' | 'browser'>;

/** The user signs in by a connection only: another account would be another way in. */
export const noAccount = { area: 'security', problem: { text: 'noAccount' }, status: 403 } as const;
