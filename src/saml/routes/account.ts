import type { SignOnCounter } from '../sign-on-trail.ts';
import type { Demand } from '../../conditional-access/resources/user-attempts.ts';
import { type Asked, type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { idpEntityId } from '../idp-metadata.ts';
import { answerWithForm } from '../sign-on-pages.ts';
import { startSignOn } from '../start-sign-on.ts';
import { type Account, onAccount, showAccount } from '../../sign-in/account-frame.ts';
import {
  accountPath,
  signInPath,
  tenantOf,
  viewIn,
  hosted,
  type HostedPage,
  type HostedParts,
} from '../../sign-in/hosted.ts';
import { demanding } from '../../sign-in/access.ts';
import { startSignIn } from '../../sign-in/sign-ins.ts';
import type { AccountProblem } from '../../sign-in/pages/account.ts';

/** Says to the user why there is no assertion. @param outcome the last part of the status code */
function textOn(outcome: string): AccountProblem['text'] {
  if (outcome === 'RequestDenied') return 'notAllowed';
  return outcome === 'TooManyResponses' ? 'tooLong' : 'notNamed';
}

/** Has the user prove what conditional access requires. Then the application can be opened. */
async function prove(
  tx: Tx,
  call: Made & Asked<'startOwnApplication'>,
  { browser }: Account,
  demand: Demand,
): Promise<Hosted> {
  const { orgId } = call.path;
  const { id } = await startSignIn(tx, browser, {
    returnTo: accountPath(orgId, 'applications'),
    serviceProviderId: call.body.service_provider,
    ...demanding(demand),
  });
  return redirect(signInPath(orgId, id));
}

/** The parts that the pages get besides the parameters of their operations. */
type Made = HostedPage & { signOns: SignOnCounter };

const pages: Pick<Pages<'account', Made>, 'startOwnApplication'> = {
  async startOwnApplication(call) {
    const { path, baseUrl, vault, origin, access, clientCertificate, signOns } = call;
    const refused = async (tx: Tx, account: Account, text: AccountProblem['text']) => ({
      shown: await showAccount(tx, call, account, { area: 'applications', problem: { text }, status: 403 }),
    });
    const done = await onAccount(
      call,
      await tenantOf(call),
      async (tx, account) => {
        const site = { issuer: idpEntityId(baseUrl, path.orgId), vault, origin, access, clientCertificate };
        const started = await startSignOn(tx, call.body.service_provider, account.login, site);
        if (started.kind === 'over') return { shown: redirect(`/login/${path.orgId}`) };
        if (started.kind === 'asked') return { shown: await prove(tx, call, account, started.demand) };
        if (started.kind === 'not-started')
          return { outcome: 'NotStarted', ...(await refused(tx, account, 'notOpened')) };
        if (started.kind === 'answer')
          return { outcome: 'Success', answer: started, view: await viewIn(tx, call) };
        const { outcome } = started;
        return { outcome, ...(await refused(tx, account, textOn(outcome))) };
      },
      'applications',
    );
    if ('reply' in done) return done.reply;
    const { outcome, answer, view, shown } = done.value;
    if (outcome !== undefined) signOns.signedOn('keyward', outcome);
    return shown ?? answerWithForm(answer, view, 'open');
  },
};

export const routes = (
  parts: HostedParts & { signOns: SignOnCounter },
): Pick<Handlers<'account'>, 'startOwnApplication'> =>
  handlersOf(pages, hosted(parts, { signOns: parts.signOns }));
