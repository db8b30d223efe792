import { signInPath, namedBy, tokenOf } from '../../sign-in/hosted.ts';
import { onStep, showStep } from '../../sign-in/sign-in-steps.ts';
import { routeOf, routeOfName } from '../linking/routing.ts';
import { identify, identifyAtOnce } from '../../sign-in/sign-ins.ts';
import {
  federated,
  type FederatedPage,
  type FederatedParts,
  atConnection,
  type FederatedCall,
} from '../connections/federated-call.ts';
import { goToConnection } from '../connections/go-to-connection.ts';
import { takeDialogue } from '../openid/dialogues.ts';
import { connectionClient } from '../connections/connection-client.ts';
import { connectionNow } from '../connections/connection-use.ts';
import { isTestState } from '../connections/test-sign-ins.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { hear } from '../connections/asking.ts';
import { backOf, closed, endDialogue, failedBack } from '../connections/ending.ts';
import { nothing } from '../social/ending.ts';
import { finishTest } from '../connections/ending-tests.ts';

type Family = 'submitIdentifier' | 'startFederatedSignIn' | 'finishFederatedSignIn';

const pages: Pick<Pages<'sign-in', FederatedPage>, Family> = {
  /** The name of a user says which connection the user signs in by, or none. */
  async submitIdentifier(call) {
    const name = call.body.username.trim();
    const { sign_in: id, csrf } = call.body;
    const named = name === '' ? undefined : await identifyAtOnce(call, { id, csrf, name }, routeOfName(name));
    if (named?.connectionId === null) return redirect(signInPath(call.path.orgId, id));
    if (named) return goToConnection({ ...call, path: { ...call.path, connectionId: named.connectionId } });
    const done = await onStep(call, namedBy(call), async (tx, opened) => {
      const error = { text: 'noName', field: 'username' } as const;
      if (name === '') return showStep(tx, call, opened, { factor: 'identifier', error });
      identify(opened.signIn, name);
      const route = await routeOf(tx, name);
      if (route) return { connectionId: route.id };
      return redirect(signInPath(call.path.orgId, opened.signIn.id));
    });
    if ('reply' in done) return done.reply;
    if (!('connectionId' in done.value)) return done.value;
    const { connectionId } = done.value;
    return goToConnection({ ...call, path: { ...call.path, connectionId } });
  },

  startFederatedSignIn: (call) => goToConnection(call),

  async finishFederatedSignIn(given) {
    const { tenant, call } = await atConnection(given);
    const { state = '', code, iss, error } = call.query;
    const brought = { state, ...(code === undefined ? {} : { code }), ...(iss === undefined ? {} : { iss }) };
    if (isTestState(state)) {
      const refusal = code === undefined ? answeredWithError(error) : undefined;
      return finishTest(call, tenant, { state, response: brought, refusal });
    }
    const taken = await call.inTenant(tenant, async (tx) => {
      const at = { token: tokenOf(call), state, providerId: call.path.connectionId };
      const returned = await takeDialogue(tx, at);
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(tx, call, returned.signInId) };
      const reached = await connectionIn(tx, call);
      if (reached.isClosed)
        return { reply: await closed(tx, call, { found: returned, connection: reached.connection }) };
      return { found: returned, ...reached };
    });
    if (taken.reply) return taken.reply;
    const { found, connection, client } = taken;
    if (error === 'access_denied') return redirect(backOf(call.path.orgId, found));
    const heard =
      code === undefined
        ? answeredWithError(error)
        : await hear(call, { connection, client }, brought, found.dialogue);
    if (heard instanceof SocialTrouble)
      return failedBack(call, heard, { found, connection, step: code === undefined ? 'RESPONSE' : 'TOKEN' });
    return endDialogue(call, tenant, { found, identity: heard });
  },
};

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

/** Finds the connection that the path names, and what speaking to it takes. A closed one is disabled or deleted, or never was. */
async function connectionIn(tx: Tx, call: FederatedCall) {
  const connection = await connectionNow(tx, call.path.connectionId, 'OIDC');
  if (connection?.status !== 'ACTIVE') return { isClosed: true as const, connection };
  return { isClosed: false as const, connection, client: await connectionClient(tx, connection, call) };
}

/** The browser brings the error, so that it says nothing of the health of the connection. */
function answeredWithError(error: string | undefined): SocialTrouble {
  const said = error !== undefined && /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
  return new SocialTrouble(`The identity provider responded with an error${said}`, { isOfProvider: false });
}
