import type { EntityManager } from '@mikro-orm/postgresql';
import { connectionClient } from '../federation/connections/connection-client.ts';
import { endSessionUrl } from '../federation/openid/end-session.ts';
import type { Connection } from '../federation/connections/entities/connection.ts';
import type { ProviderClient } from '../federation/openid/provider-client.ts';
import { logoutRequestTo } from '../federation/connections/saml-logouts.ts';
import {
  type Bringing,
  endUpstreamLogout,
  type LogoutName,
  newLogoutState,
  noteSent,
  openUpstreamLogout,
} from '../federation/connections/upstream-logout.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import type { Carried } from '../saml-messages/build/carried.ts';
import type { SigningKey } from '../saml-messages/build/sign.ts';
import { tokenOf, viewIn } from '../sign-in/hosted.ts';
import { connectionSigningKey, leadTo } from './federated-asking.ts';
import { atConnection } from './federated-ending.ts';
import { troubled } from './social-sign-in.ts';

type Family = 'startUpstreamLogout' | 'finishUpstreamLogout' | 'finishSamlUpstreamLogout';

/** Neither the token nor the hint goes to another site by the referrer, and no cache keeps them. */
const onward = (url: string): Hosted =>
  redirect(url, { headers: { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } });

export const upstreamLogout: Pick<Handlers<'sign-in'>, Family> = {
  async startUpstreamLogout(given) {
    const { tenant, call } = await atConnection(given);
    const bringing = bringingOf(call, call.query.state);
    const opened = await call.inTenant(tenant, async (em, now) => {
      const found = await openUpstreamLogout(em, bringing, call.vault);
      return found && { ...found, by: await askedBy(em, call, found.connection, now) };
    });
    const leaving = opened && (await leave(call, opened));
    return call.inTenant(tenant, async (em) => {
      // An identity provider that fails, or has no such endpoint, keeps no user from signing out.
      if (!opened || !leaving || !(await noteSent(em, bringing, leaving.name)))
        return onward(await endUpstreamLogout(em, { ...bringing, isSent: false }));
      const { carried } = leaving;
      return 'url' in carried
        ? onward(carried.url)
        : leadTo(await viewIn(em, call), opened.connection, carried);
    });
  },

  finishUpstreamLogout: finish,
  finishSamlUpstreamLogout: finish,
};

/** Takes a browser that is back to where its sign-out leads. */
async function finish(given: Call<'finishUpstreamLogout' | 'finishSamlUpstreamLogout'>): Promise<Hosted> {
  const { tenant, call } = await atConnection(given);
  const bringing = bringingOf(call, call.query.state ?? '');
  return call.inTenant(tenant, async (em) =>
    onward(await endUpstreamLogout(em, { ...bringing, isSent: true })),
  );
}

/** What asking an identity provider for a logout takes. */
type By = { client: ProviderClient } | { key: SigningKey; now: Date };

/** Opens it. A LogoutRequest is always signed (SAML profiles section 4.4.3.1). */
const askedBy = async (
  em: EntityManager,
  call: Pick<Call<'startUpstreamLogout'>, 'vault' | 'wired' | 'baseUrl'>,
  connection: Connection,
  now: Date,
): Promise<By> =>
  connection.type === 'OIDC'
    ? { client: await connectionClient(em, connection, call) }
    : { key: await connectionSigningKey(em, call), now };

/** Finds out how the browser leaves. @returns undefined if it cannot sign out there */
async function leave(
  call: Pick<Call<'startUpstreamLogout'>, 'outgoing' | 'baseUrl'>,
  { connection, hint, by }: { connection: Connection; hint: string | null; by: By },
): Promise<{ name: LogoutName; carried: Carried } | undefined> {
  if ('client' in by) {
    const token = newLogoutState();
    const url = await endSessionUrl(by.client, { hint, state: token }, call).catch(troubled);
    return typeof url === 'string' ? { name: { token }, carried: { url } } : undefined;
  }
  const made = logoutRequestTo(connection, hint, { baseUrl: call.baseUrl, ...by });
  return made && { name: { requestId: made.requestId }, carried: made.carried };
}

const bringingOf = (
  call: Pick<Call<'startUpstreamLogout'>, 'cookies' | 'baseUrl'> & { path: { connectionId: string } },
  token: string,
): Bringing => ({ connectionId: call.path.connectionId, token, browserToken: tokenOf(call) });
