import {
  federated,
  type FederatedPage,
  type FederatedParts,
  atConnection,
} from '../connections/federated-call.ts';
import { askedBy, leave } from '../connections/leaving.ts';
import {
  type Bringing,
  endUpstreamLogout,
  noteSent,
  openUpstreamLogout,
} from '../connections/upstream-logout.ts';
import { type Asked, type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import { tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { leadTo } from '../connections/asking.ts';

type Family = 'startUpstreamLogout' | 'finishUpstreamLogout' | 'finishSamlUpstreamLogout';

/** Neither the token nor the hint goes to another site by the referrer, and no cache keeps them. */
const onward = (url: string): Hosted =>
  redirect(url, { headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } });

const pages: Pick<Pages<'sign-in', FederatedPage>, Family> = {
  async startUpstreamLogout(given) {
    const { tenant, call } = await atConnection(given);
    const bringing = bringingOf(call, call.query.state);
    const opened = await call.inTenant(tenant, async (tx, now) => {
      const found = await openUpstreamLogout(tx, bringing, call.vault);
      return found && { ...found, by: await askedBy(tx, call, found.connection, now) };
    });
    const leaving = opened && (await leave(call, opened));
    return call.inTenant(tenant, async (tx) => {
      // An identity provider that fails, or has no such endpoint, keeps no user from signing out.
      if (!opened || !leaving || !(await noteSent(tx, bringing, leaving.name)))
        return onward(await endUpstreamLogout(tx, { ...bringing, isSent: false }));
      const { carried } = leaving;
      return 'url' in carried
        ? onward(carried.url)
        : leadTo(await viewIn(tx, call), opened.connection, carried);
    });
  },

  finishUpstreamLogout: finish,
  finishSamlUpstreamLogout: finish,
};

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

/** Takes a browser that is back to where its sign-out leads. */
async function finish(
  given: FederatedPage & Asked<'finishUpstreamLogout' | 'finishSamlUpstreamLogout'>,
): Promise<Hosted> {
  const { tenant, call } = await atConnection(given);
  const bringing = bringingOf(call, call.query.state ?? '');
  return call.inTenant(tenant, async (tx) =>
    onward(await endUpstreamLogout(tx, { ...bringing, isSent: true })),
  );
}

const bringingOf = (
  call: Pick<FederatedPage, 'cookies' | 'baseUrl'> & { path: { connectionId: string } },
  token: string,
): Bringing => ({ connectionId: call.path.connectionId, token, browserToken: tokenOf(call) });
