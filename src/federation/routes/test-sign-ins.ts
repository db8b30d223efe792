import { federated, type FederatedPage, type FederatedParts } from '../connections/federated-call.ts';
import { endTest } from '../connections/ending-tests.ts';
import { findConnection } from '../connections/connections.ts';
import { testSignInPage } from '../connections/pages/test-sign-ins.ts';
import { keepDialogue } from '../connections/sql/test-sign-ins.ts';
import { beginTest, testOf } from '../connections/test-sign-ins.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { namedBy, tenantOf, viewIn } from '../../sign-in/hosted.ts';
import { answer, browserOf, frameOf, type LinkCall, linkOver, stale } from '../../sign-in/link-frame.ts';
import type { LinkProblem } from '../../sign-in/pages/link-form.ts';
import { ask, leadTo, meansFor } from '../connections/asking.ts';

type Family = 'showTestSignIn' | 'startTestSignIn';
type TokenCall = LinkCall & { path: { link: string } };

const form = 'test-sign-in';

const pages: Pick<Pages<'sign-in', FederatedPage>, Family> = {
  async showTestSignIn(call) {
    return call.inTenant(namedBy(call), (tx) => asked(tx, call));
  },

  async startTestSignIn(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { orgId, link } = call.path;
    const begun = await call.inTenant(tenant, async (tx) => {
      const browser = await browserOf(tx, call, form);
      if (!browser) return { reply: await asked(tx, call, stale) };
      const test = await beginTest(tx, link, browser.id);
      if (!test) return { reply: await linkOver(tx, call) };
      const connection = await findConnection(tx, test.connectionId);
      const at = { ...call, path: { orgId, connectionId: connection.id } };
      return { test, at, means: await meansFor(tx, at, connection) };
    });
    if (begun.reply) return begun.reply;
    const { test, at, means } = begun;
    const led = await ask(at, means, test.id);
    if (led instanceof SocialTrouble) return endTest(at, tenant, { trouble: led, step: 'DISCOVERY' });
    return call.inTenant(tenant, async (tx) =>
      (await keepDialogue(tx, orgId, test.id, led.asked))
        ? leadTo(await viewIn(tx, call), means.connection, led.carried)
        : linkOver(tx, call),
    );
  },
};

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

async function asked(tx: Tx, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const test = await testOf(tx, call.path.link);
  if (!test) return linkOver(tx, call);
  const { name } = await findConnection(tx, test.connectionId);
  const frame = await frameOf(tx, call, form, problem);
  return answer(call, frame, testSignInPage(frame.form, name));
}
