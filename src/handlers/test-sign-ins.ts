import type { EntityManager } from '@mikro-orm/postgresql';
import { connectionClient } from '../federation/connections/connection-client.ts';
import { findConnection } from '../federation/connections/connections.ts';
import type { Brought } from '../federation/openid/dialogue.ts';
import { takeSaid } from '../federation/connections/kept-responses.ts';
import { testResultPage, testSignInPage } from '../federation/connections/pages/test-sign-ins.ts';
import { keepDialogue } from '../federation/connections/sql/test-sign-ins.ts';
import {
  beginTest,
  judgeTest,
  takeTest,
  type TestAnswer,
  testOf,
} from '../federation/connections/test-sign-ins.ts';
import { otherRequest, SocialTrouble } from '../federation/openid/trouble.ts';
import type { Handlers } from '../operation.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { namedBy, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { answer, browserOf, frameOf, type LinkCall, linkOver, stale } from '../sign-in/link-frame.ts';
import type { LinkProblem } from '../sign-in/pages/link-form.ts';
import { ask, hear, leadTo, meansFor } from './federated-asking.ts';
import type { FederatedCall } from './federated-ending.ts';

type Family = 'showTestSignIn' | 'startTestSignIn';
type TokenCall = LinkCall & { path: { link: string } };

const form = 'test-sign-in';

export const testSignIns: Pick<Handlers<'sign-in'>, Family> = {
  async showTestSignIn(call) {
    return call.inTenant(namedBy(call), (em) => asked(em, call));
  },

  async startTestSignIn(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
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

async function asked(em: EntityManager, call: TokenCall, problem?: LinkProblem): Promise<Hosted> {
  const test = await testOf(em, call.path.link);
  if (!test) return linkOver(em, call);
  const { name } = await findConnection(em, test.connectionId);
  const frame = await frameOf(em, call, form, problem);
  return answer(call, frame, testSignInPage(frame.form, name));
}

/** Takes a browser that comes back from the identity provider in a test. It can end as nothing else. */
export async function finishTest(call: FederatedCall, tenant: Tenant, brought: BroughtBack): Promise<Hosted> {
  const { connectionId } = call.path;
  const taken = await call.inTenant(tenant, async (em) => {
    const dialogue = await takeTest(em, { token: tokenOf(call), state: brought.state, connectionId });
    if (!dialogue || !('nonce' in dialogue)) return { reply: await linkOver(em, call) };
    const connection = await findConnection(em, connectionId, 'OIDC');
    return { dialogue, connection, client: await connectionClient(em, connection, call) };
  });
  if (taken.reply) return taken.reply;
  const { dialogue, connection, client } = taken;
  if (brought.refusal) return endTest(call, tenant, { trouble: brought.refusal, step: 'RESPONSE' });
  const heard = await hear(call, { connection, client }, brought.response, dialogue);
  return endTest(call, tenant, heard instanceof SocialTrouble ? { trouble: heard, step: 'TOKEN' } : heard);
}

/** The same for a test of a SAML connection, whose response was verified and kept before, or refused: without a handle. */
export async function finishSamlTest(
  call: FederatedCall,
  tenant: Tenant,
  { state, handle }: { state: string; handle: string },
): Promise<Hosted> {
  const { connectionId } = call.path;
  const taken = await call.inTenant(tenant, async (em) => {
    const dialogue = await takeTest(em, { token: tokenOf(call), state, connectionId });
    if (!dialogue || !('requestId' in dialogue)) return { reply: await linkOver(em, call) };
    if (handle === '' && dialogue.refused) return { refused: dialogue.refused };
    const said = await takeSaid(em, { connectionId, handle, vault: call.vault });
    if (said === undefined || said === 'UNSOLICITED') return { reply: await linkOver(em, call) };
    return { dialogue, said };
  });
  if (taken.reply) return taken.reply;
  if (taken.refused) {
    const { step, reason, requestId } = taken.refused;
    return endTest(call, tenant, { trouble: new SocialTrouble(reason), step, tracedAs: requestId });
  }
  const { dialogue, said } = taken;
  return said.inResponseTo === dialogue.requestId
    ? endTest(call, tenant, said.identity)
    : endTest(call, tenant, { trouble: otherRequest(), step: 'RESPONSE' });
}

/** What a browser brings back: a response, or why there is none. */
export interface BroughtBack {
  state: string;
  response: Brought;
  refusal: SocialTrouble | undefined;
}

/** Ends a test: shows what a sign-in would do, or why it would fail. It is the same for every protocol. */
export function endTest(call: FederatedCall, tenant: Tenant, heard: TestAnswer): Promise<Hosted> {
  return call.inTenant(tenant, async (em) => {
    const connection = await findConnection(em, call.path.connectionId);
    const result = await judgeTest(em, connection, heard, call);
    return page(testResultPage(await viewIn(em, call), result));
  });
}
