import { connectionClient } from './connection-client.ts';
import { findConnection } from './connections.ts';
import type { Brought } from '../openid/dialogue.ts';
import { takeSaid } from './kept-responses.ts';
import { testResultPage } from './pages/test-sign-ins.ts';
import { judgeTest, takeTest, type TestAnswer } from './test-sign-ins.ts';
import { otherRequest, SocialTrouble } from '../openid/trouble.ts';
import { type Hosted, page } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { linkOver } from '../../sign-in/link-frame.ts';
import { hear } from './asking.ts';
import type { FederatedCall } from './federated-call.ts';

/** Takes a browser that comes back from the identity provider in a test. It can end as nothing else. */
export async function finishTest(call: FederatedCall, tenant: Tenant, brought: BroughtBack): Promise<Hosted> {
  const { connectionId } = call.path;
  const taken = await call.inTenant(tenant, async (tx) => {
    const dialogue = await takeTest(tx, { token: tokenOf(call), state: brought.state, connectionId });
    if (!dialogue || !('nonce' in dialogue)) return { reply: await linkOver(tx, call) };
    const connection = await findConnection(tx, connectionId, 'OIDC');
    return { dialogue, connection, client: await connectionClient(tx, connection, call) };
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
  const taken = await call.inTenant(tenant, async (tx) => {
    const dialogue = await takeTest(tx, { token: tokenOf(call), state, connectionId });
    if (!dialogue || !('requestId' in dialogue)) return { reply: await linkOver(tx, call) };
    if (handle === '' && dialogue.refused) return { refused: dialogue.refused };
    const said = await takeSaid(tx, { connectionId, handle, vault: call.vault });
    if (said === undefined || said === 'UNSOLICITED') return { reply: await linkOver(tx, call) };
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

/** The response that a browser brings back, or the reason why there is none. */
interface BroughtBack {
  state: string;
  response: Brought;
  refusal: SocialTrouble | undefined;
}

/** Ends a test: shows what a sign-in would do, or why it would fail. It is the same for every protocol. */
export function endTest(call: FederatedCall, tenant: Tenant, heard: TestAnswer): Promise<Hosted> {
  return call.inTenant(tenant, async (tx) => {
    const connection = await findConnection(tx, call.path.connectionId);
    const result = await judgeTest(tx, connection, heard, call);
    return page(testResultPage(await viewIn(tx, call), result));
  });
}
