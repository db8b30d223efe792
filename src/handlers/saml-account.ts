import type { EntityManager } from '@mikro-orm/postgresql';
import type { Handlers } from '../operation.ts';
import { redirect } from '../platform/pages/answers.ts';
import { idpEntityId } from '../saml/idp-metadata.ts';
import { answerWithForm } from '../saml/sign-on-pages.ts';
import { startSignOn } from '../saml/start-sign-on.ts';
import { type Account, onAccount, showAccount } from '../sign-in/account-frame.ts';
import { tenantOf, viewIn } from '../sign-in/hosted.ts';
import type { AccountProblem } from '../sign-in/pages/account.ts';

/** Says to the user why there is no assertion. @param outcome the last part of the status code */
function textOn(outcome: string): AccountProblem['text'] {
  if (outcome === 'RequestDenied') return 'notAllowed';
  return outcome === 'TooManyResponses' ? 'tooLong' : 'notNamed';
}

export const samlAccount: Pick<Handlers<'account'>, 'startOwnApplication'> = {
  async startOwnApplication(call) {
    const { path, baseUrl, vault, origin, signOns } = call;
    const refused = async (em: EntityManager, account: Account, text: AccountProblem['text']) => ({
      shown: await showAccount(em, call, account, { area: 'applications', problem: { text }, status: 403 }),
    });
    const done = await onAccount(
      call,
      await tenantOf(call),
      async (em, account) => {
        const site = { issuer: idpEntityId(baseUrl, path.orgId), vault, origin };
        const started = await startSignOn(em, call.body.service_provider, account.login, site);
        if (started.kind === 'over') return { shown: redirect(`/login/${path.orgId}`) };
        if (started.kind === 'not-started')
          return { outcome: 'NotStarted', ...(await refused(em, account, 'notOpened')) };
        if (started.kind === 'answer')
          return { outcome: 'Success', answer: started, view: await viewIn(em, call) };
        const { outcome } = started;
        return { outcome, ...(await refused(em, account, textOn(outcome))) };
      },
      'applications',
    );
    if ('reply' in done) return done.reply;
    const { outcome, answer, view, shown } = done.value;
    if (outcome !== undefined) signOns.signedOn('keyward', outcome);
    return shown ?? answerWithForm(answer, view, 'open');
  },
};
