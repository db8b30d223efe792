import { beginTotp } from '../users/factors/totp.ts';
import type { SignIn } from './entities/sign-in.ts';
import type { Markup } from '../lib/markup.ts';
import { noSecondFactorPage, type StepForm } from './pages/sign-in.ts';
import { enrolTotpPage } from './pages/totp-settings.ts';
import type { HostedCall } from './hosted.ts';
import type { Tx } from '../platform/tx.ts';

/** The page of the task: what this sign-in has begun, or begins now. */
export async function enrolTotpStep(
  form: StepForm,
  { tx, call, signIn }: { tx: Tx; call: Pick<HostedCall, 'vault'>; signIn: SignIn },
): Promise<Markup> {
  const { userId, id } = signIn;
  const enrolment = userId === null ? undefined : await beginTotp(tx, call.vault, { userId, holder: id });
  return enrolment ? enrolTotpPage(form, enrolment) : noSecondFactorPage(form);
}
