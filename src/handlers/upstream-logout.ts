import { connectionClient } from '../federation/connection-client.ts';
import { endSessionUrl } from '../federation/end-session.ts';
import {
  type Bringing,
  endUpstreamLogout,
  newLogoutState,
  noteSent,
  openUpstreamLogout,
} from '../federation/upstream-logout.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import { tokenOf } from '../sign-in/hosted.ts';
import { atConnection } from './federated-ending.ts';
import { troubled } from './social-sign-in.ts';

/** Neither the token nor the hint goes to another site by the referrer, and no cache keeps them. */
const onward = (url: string): Hosted =>
  redirect(url, { headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } });

export const upstreamLogout: Pick<Handlers<'sign-in'>, 'startUpstreamLogout' | 'finishUpstreamLogout'> = {
  async startUpstreamLogout(given) {
    const { tenant, call } = await atConnection(given);
    const bringing = bringingOf(call, call.query.state);
    const opened = await call.inTenant(tenant, async (em) => {
      const found = await openUpstreamLogout(em, bringing, call.vault);
      return found && { ...found, client: await connectionClient(em, found.connection, call) };
    });
    const state = newLogoutState();
    const url = opened && (await endSessionUrl(opened.client, { ...opened, state }, call).catch(troubled));
    return call.inTenant(tenant, async (em) => {
      // An identity provider that fails, or has no such endpoint, keeps no user from signing out.
      const goes = typeof url === 'string' && (await noteSent(em, bringing, state));
      return onward(goes ? url : await endUpstreamLogout(em, { ...bringing, isSent: false }));
    });
  },

  async finishUpstreamLogout(given) {
    const { tenant, call } = await atConnection(given);
    const bringing = bringingOf(call, call.query.state ?? '');
    return call.inTenant(tenant, async (em) =>
      onward(await endUpstreamLogout(em, { ...bringing, isSent: true })),
    );
  },
};

const bringingOf = (
  call: Pick<Call<'startUpstreamLogout'>, 'cookies' | 'baseUrl'> & { path: { connectionId: string } },
  token: string,
): Bringing => ({ connectionId: call.path.connectionId, token, browserToken: tokenOf(call) });
