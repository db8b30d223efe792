import { Failure } from '../../failure.ts';
import { authConfig } from '../../users/auth-config.ts';
import type { CodeOutcome, Trying } from '../../users/factors/code-attempts.ts';
import { isRecent, removeTotp } from '../../users/factors/factors.ts';
import { renewRecoveryCodes, spendRecoveryCode } from '../../users/factors/recovery-codes.ts';
import { accessPass, accessPassProof, proveByPass } from '../steps/access-pass.ts';
import { isDue } from '../steps/steps.ts';
import { confirmTotp, verifyAnyCode, verifyTotp } from '../../users/factors/totp.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { type PassError, passError } from '../pages/access-pass.ts';
import { codeError, type CodeError } from '../pages/second-factors.ts';
import { recoveryCodesPage } from '../pages/totp-settings.ts';
import { type Account, asAccount, backToAccount, onAccount, showAccount } from '../account-frame.ts';
import {
  accountPath,
  type HostedCall,
  signInPath,
  namedBy,
  tenantOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../hosted.ts';
import { endUnlessMayEnrol } from '../own-factors.ts';
import { goOn, onStep, type OpenSignIn, showStep, type StepCall } from '../sign-in-steps.ts';
import { showTotp, signInAgain } from '../totp-settings.ts';

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage;

const pages: Pages<'second-factors', Made> = {
  async submitTotp(call) {
    const { vault, body } = call;
    return proveBy('totp', call, { typed: body.otp, ...totpWords }, (tx, trying) =>
      verifyTotp(tx, vault, trying, body.otp),
    );
  },

  async submitRecoveryCode(call) {
    const typed = call.body.recovery_code;
    return proveBy('recovery-code', call, { typed, ...recoveryWords }, (tx, trying) =>
      spendRecoveryCode(tx, trying, typed),
    );
  },

  async submitAccessPass(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const typed = call.body.access_pass;
    const done = await onStep(call, tenant, async (tx, opened) => {
      const { signIn } = opened;
      if (signIn.isProved() || signIn.identifier === null)
        return redirect(signInPath(call.path.orgId, signIn.id));
      const refuse = (text: PassError, outcome?: 'LOCKED' | 'WRONG') =>
        answered(tx, outcome, (status) =>
          showStep(tx, call, opened, { factor: accessPass.name, error: passError(text), status }),
        );
      if (typed.trim() === '') return refuse('noPass');
      const outcome = await proveByPass(tx, signIn, typed, call.origin);
      if (outcome === 'ACCEPTED') return goOn(tx, call, opened, accessPassProof);
      return refuse(outcome === 'LOCKED' ? 'lockedPass' : 'wrongPass', outcome);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async submitTotpEnrolment(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { vault, origin, body } = call;
    const done = await onStep(call, tenant, async (tx, opened) => {
      const { id: holder, userId } = opened.signIn;
      const again = redirect(signInPath(call.path.orgId, holder));
      if (userId === null || !(await isDue(tx, opened.signIn, 'enrol-totp', call))) return again;
      const confirmed = await confirmTotp(tx, vault, { userId, holder, code: body.otp }, origin);
      if (confirmed.result === 'NOTHING') return again;
      if (confirmed.result === 'WRONG') {
        const error = codeError(body.otp.trim() === '' ? 'noCode' : 'wrongCode', 'otp');
        return showStep(tx, call, opened, { error });
      }
      const next = await goOn(tx, call, opened, ['otp']);
      const { Location: location } = next.headers;
      if (location === undefined) return next;
      const markup = recoveryCodesPage(await viewIn(tx, call), confirmed.recoveryCodes, location);
      return page(markup, { cookies: next.cookies });
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async showTotpSettings(call) {
    return asAccount(call, namedBy(call), async (tx, found) =>
      found ? showTotp(tx, call, found) : signInAgain(tx, call),
    );
  },

  async submitTotpSettings(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const settings = (work: (tx: Tx, account: Account) => Promise<Hosted>) => onAccount(call, tenant, work);
    const done = await settings(async (tx, account) => {
      if (call.body.otp.trim() === '') return showTotp(tx, call, account, 'noCode');
      return call.body.action === 'confirm' ? confirm(tx, call, account) : change(tx, call, account);
    }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'LOCKOUT_RISK')) throw error;
      return settings((tx, account) => showAccount(tx, call, account, lastOwner));
    });
    return 'reply' in done ? done.reply : done.value;
  },
};

export const routes = (parts: HostedParts): Handlers<'second-factors'> =>
  handlersOf(pages, hosted(parts, {}));

const lastOwner = { area: 'security', problem: { text: 'lastOwner' } } as const;

type SettingsCall = HostedCall & { body: { otp: string; action: string } };

/** Sets an app up for the user who is signed in, if the sign-in is recent. */
async function confirm(tx: Tx, call: SettingsCall, account: Account): Promise<Hosted> {
  const { userId, id: holder } = account.login;
  const ended = await endUnlessMayEnrol(tx, call, account.login, `/account/${call.path.orgId}/totp`);
  if (ended) return ended;
  if (!isRecent(tx, account.login)) return signInAgain(tx, call);
  const confirmed = await confirmTotp(tx, call.vault, { userId, holder, code: call.body.otp }, call.origin);
  if (confirmed.result === 'CONFIRMED') return showCodes(tx, call, confirmed.recoveryCodes);
  return showTotp(tx, call, account, confirmed.result === 'WRONG' ? 'wrongCode' : undefined);
}

/** Renews the recovery codes or removes the app, if the user proves that they have one of them. */
async function change(tx: Tx, call: SettingsCall, account: Account): Promise<Hosted> {
  const { vault, origin, body } = call;
  const { userId } = account.login;
  const nothing = { clientId: null, serviceProviderId: null };
  const trying = { userId, browserId: account.browser.id, ...nothing, origin };
  const outcome = await verifyAnyCode(tx, vault, trying, body.otp);
  if (outcome !== 'ACCEPTED')
    return answered(tx, outcome, (status) => showTotp(tx, call, account, totpWords.words[outcome], status));
  if (body.action === 'renew') return showCodes(tx, call, await renewRecoveryCodes(tx, userId, origin));
  await call.wired.keepOwnersIn(tx, call.baseUrl, () => removeTotp(tx, userId, origin));
  return backToAccount(call, 'security', 'totp-removed');
}

async function showCodes(tx: Tx, call: HostedCall, codes: readonly string[]): Promise<Hosted> {
  return page(recoveryCodesPage(await viewIn(tx, call), codes, accountPath(call.path.orgId, 'security')));
}

type Refused = Exclude<CodeOutcome, 'ACCEPTED'>;

interface Typed {
  typed: string;
  field: string;
  words: Readonly<Record<Refused, CodeError>>;
}

const totpWords = {
  field: 'otp',
  words: { WRONG: 'wrongCode', USED: 'usedCode', LOCKED: 'lockedCode' },
} as const;

const recoveryWords = {
  field: 'recovery_code',
  words: { WRONG: 'wrongRecovery', USED: 'wrongRecovery', LOCKED: 'lockedRecovery' },
} as const;

/** Answers with the status of a refusal: a user who guesses is told how long to wait. */
async function answered(
  tx: Tx,
  outcome: Refused | undefined,
  show: (status: number) => Promise<Hosted>,
): Promise<Hosted> {
  if (outcome !== 'LOCKED') return show(400);
  const { lockoutDurationSeconds } = (await authConfig(tx)).passwordPolicy;
  const reply = await show(429);
  return { ...reply, headers: { ...reply.headers, 'Retry-After': String(lockoutDurationSeconds) } };
}

/** Takes a code as the second factor of a sign-in. The count of wrong codes is kept. */
async function proveBy(
  factor: string,
  call: StepCall,
  { typed, field, words }: Typed,
  verify: (tx: Tx, trying: Trying) => Promise<CodeOutcome>,
): Promise<Hosted> {
  const tenant = await tenantOf(call);
  await call.request.limits.signIns();
  const done = await onStep(call, tenant, async (tx, opened: OpenSignIn) => {
    const { id, userId, clientId, serviceProviderId } = opened.signIn;
    if (userId === null || !(await isDue(tx, opened.signIn, factor, call)))
      return redirect(signInPath(call.path.orgId, id));
    const refuse = (error: CodeError, outcome?: Refused) =>
      answered(tx, outcome, (status) =>
        showStep(tx, call, opened, { factor, error: codeError(error, field), status }),
      );
    if (typed.trim() === '') return refuse('noCode');
    const target = { clientId, serviceProviderId };
    const trying = { userId, browserId: opened.browser.id, ...target, origin: call.origin };
    const outcome = await verify(tx, trying);
    if (outcome === 'ACCEPTED') return goOn(tx, call, opened, ['otp']);
    return refuse(words[outcome], outcome);
  });
  return 'reply' in done ? done.reply : done.value;
}
