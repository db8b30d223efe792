import { createScimToken, findScimToken, type NewScimToken, revokeScimToken } from '../scim-tokens.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { listProvisioningLog } from '../sql/provisioning-log.ts';
import { listScimTokens } from '../sql/scim-tokens.ts';
import { viewProvisioningRow } from '../views/provisioning-log.ts';
import { viewNewScimToken, viewScimTokenRow } from '../views/scim-tokens.ts';
import { askedPage } from '../../platform/paging.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Quotas } from '../../platform/quotas.ts';

export const routes = ({ quotas }: { quotas: Quotas }): Handlers<'scim-tokens'> => ({
  async listScimTokens({ query, tx, caller }) {
    const { page, limit, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit) };
    const { rows, total } = await listScimTokens(tx, caller.orgId, filter, window);
    return ok({ data: rows.map(viewScimTokenRow), pagination: pageOf(page, limit, total) });
  },

  async createScimToken({ body, tx, caller, now }) {
    body satisfies ReadBy<NewScimToken, typeof body>;
    const { token, secret } = await createScimToken(tx, body, caller, quotas);
    return created(viewNewScimToken(token, secret, now));
  },

  async revokeScimToken({ path, tx, attempt }) {
    const { id, name } = await revokeScimToken(tx, path.tokenId);
    attempt.targetName = name;
    return ok({ message: 'SCIM token revoked', id });
  },

  async listProvisioningLog({ path, query, tx, caller }) {
    const { id } = await findScimToken(tx, path.tokenId);
    const { window, rest, pagination } = askedPage(['listProvisioningLog', id], query);
    const { sort, ...filter } = rest;
    const found = await listProvisioningLog(tx, caller.orgId, id, filter, sort, window);
    return ok({
      data: found.rows.map((row) => viewProvisioningRow(row, caller.scopes)),
      pagination: pagination(found),
    });
  },
});
