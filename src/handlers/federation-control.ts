import { connectionToLogOut, endLoginsUpstream } from '../federation/connections/backchannel-logout.ts';
import { readLogoutToken, requireSignedLogout } from '../federation/openid/logout-tokens.ts';
import { tracesOf } from '../federation/connections/traces.ts';
import { viewConnectionTrace } from '../federation/connections/views/traces.ts';
import { Failure } from '../failure.ts';
import { holds } from '../lib/scope.ts';
import { type Handlers, ok } from '../operation.ts';
import { viewsInTurn } from '../platform/heavy-work.ts';
import { askedPage } from '../platform/paging.ts';

type Family = 'listConnectionTraces' | 'receiveBackchannelLogout';

export const federationControl: Pick<Handlers<'federation'>, Family> = {
  async listConnectionTraces({ path, query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listConnectionTraces', path.id], query);
    const found = await tracesOf(em, path.id, rest, window);
    const mayReadPersonal = holds(caller.scopes, 'directory.read');
    const data = await viewsInTurn(caller.orgId, found.rows, (row) =>
      viewConnectionTrace(row, mayReadPersonal),
    );
    return ok({ data, pagination: pagination(found) });
  },

  async receiveBackchannelLogout(call) {
    const { path, body, outgoing, inTenant, wired, origin } = call;
    const tenant = await call.findTenantOfConnection(path.id);
    if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
    await call.clientLimit(tenant.orgId, path.id);
    const connection = await inTenant(tenant, (em) => connectionToLogOut(em, path.id));
    const { jwt, logout } = readLogoutToken(body.logout_token ?? '', connection);
    await requireSignedLogout(jwt, connection.provider, outgoing);
    await inTenant(tenant, (em) =>
      endLoginsUpstream(em, path.id, logout, { endings: wired.endings, origin }),
    );
    return { status: 200, body: undefined, headers: {}, cookies: [] };
  },
};
