import { federated, type FederatedPage, type FederatedParts } from '../connections/federated-call.ts';
import { endTest } from '../connections/ending-tests.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findConnection } from '../connections/connections.ts';
import { testSignInPage } from '../connections/pages/test-sign-ins.ts';
import { keepDialogue } from '../connections/sql/test-sign-ins.ts';
import { beginTest, testOf } from '../connections/test-sign-ins.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted } from '../../platform/pages/answers.ts';
import { namedBy, tenantOf, viewIn } from '../../sign-in/hosted.ts';
import { answer, browserOf, frameOf, type LinkCall, linkOver, stale } from '../../sign-in/link-frame.ts';
import type { LinkProblem } from '../../sign-in/pages/link-form.ts';
import { ask, leadTo, meansFor } from '../connections/asking.ts';

type Family = 'showTestSignIn' | 'startTestSignIn';
type TokenCall = LinkCall & { path: { link: string } };

const form = 'test-sign-in';

const pages: Pick<Pages<'sign-in', FederatedPage>, Family> = {
  async showTestSignIn(call) {
    return call.inTenant(namedBy(call), (em) => asked(em, call));
  },

  async startTestSignIn(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { orgId, link } = call.path;
    const begun = await call.inTenant(tenant, async (em) => {
      const browser = await browserOf(em, call, form);
      if (!browser) return { reply: await asked(em, call, stale) };
      const test = await beginTest(em, link, browser.id);
      if (!test) return { reply: await linkOver(em, call) };
      const connection = await findConnection(em, test.connectionId);
      const at = { ...call, path: { orgId, connectionId: connection.id } };
      return { test, at, means: await meansFor(em, at, connection) };
    });
    if (begun.reply) return begun.reply;
    const { test, at, means } = begun;
    const led = await ask(at, means, test.id);
    if (led instanceof SocialTrouble) return endTest(at, tenant, { trouble: led, step: 'DISCOVERY' });
    return call.inTenant(tenant, async (em) =>
      (await keepDialogue(em, orgId, test.id, led.asked))
        ? leadTo(await viewIn(em, call), means.connection, led.carried)
        : linkOver(em, call),
    );
  },
};

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

async function asked(em: EntityManager, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const test = await testOf(em, call.path.link);
  if (!test) return linkOver(em, call);
  const { name } = await findConnection(em, test.connectionId);
  const frame = await frameOf(em, call, form, problem);
  return answer(call, frame, testSignInPage(frame.form, name));
}
