import { connectionToLogOut, endLoginsUpstream } from '../connections/backchannel-logout.ts';
import { readLogoutToken, requireSignedLogout } from '../openid/logout-tokens.ts';
import { tracesOf } from '../connections/traces.ts';
import { viewConnectionTrace } from '../connections/views/traces.ts';
import { Failure } from '../../failure.ts';
import { holds } from '../../lib/scope.ts';
import { type Handlers, ok } from '../../operation.ts';
import { viewsInTurn } from '../../platform/heavy-work.ts';
import { askedPage } from '../../platform/paging.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Endings } from '../../users/endings.ts';

type Family = 'listConnectionTraces' | 'receiveBackchannelLogout';

export const routes = ({
  findTenantOfConnection,
  outgoing,
  wired: { endings },
}: {
  findTenantOfConnection: (id: string) => Promise<Tenant | undefined>;
  outgoing: Outgoing;
  wired: { endings: Endings };
}): Pick<Handlers<'federation'>, Family> => ({
  async listConnectionTraces({ path, query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listConnectionTraces', path.id], query);
    const found = await tracesOf(tx, path.id, rest, window);
    const mayReadPersonal = holds(caller.scopes, 'directory.read');
    const data = await viewsInTurn(caller.orgId, found.rows, (row) =>
      viewConnectionTrace(row, mayReadPersonal),
    );
    return ok({ data, pagination: pagination(found) });
  },

  async receiveBackchannelLogout(call) {
    const { path, body, inTenant, origin } = call;
    const tenant = await findTenantOfConnection(path.id);
    if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
    await call.limits.client(tenant.orgId, path.id);
    const connection = await inTenant(tenant, (tx) => connectionToLogOut(tx, path.id));
    const { jwt, logout } = readLogoutToken(body.logout_token ?? '', connection);
    await requireSignedLogout(jwt, connection.provider, outgoing);
    await inTenant(tenant, (tx) => endLoginsUpstream(tx, path.id, logout, { endings, origin }));
    return { status: 200, body: undefined, headers: {}, cookies: [] };
  },
});
