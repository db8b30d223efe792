import {
  createSetupLink,
  findSetupLink,
  listSetupLinks,
  type NewSetupLink,
  revokeSetupLink,
} from '../setup-links/setup-links.ts';
import { viewNewSetupLink, viewSetupLink } from '../setup-links/views/setup-links.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import type { ReadBy } from '../../lib/read-by.ts';

type Family = 'listSetupLinks' | 'createSetupLink' | 'getSetupLink' | 'revokeSetupLink';

export const routes = ({ baseUrl }: { baseUrl: () => string }): Pick<Handlers<'federation'>, Family> => ({
  async listSetupLinks({ query, tx, now }) {
    const { page, limit, ...filter } = query;
    const { links, total } = await listSetupLinks(tx, filter, { limit, offset: offsetOf(page, limit) });
    return ok({
      data: links.map((link) => viewSetupLink(link, now)),
      pagination: pageOf(page, limit, total),
    });
  },

  async createSetupLink({ body, tx, caller, now }) {
    body satisfies ReadBy<NewSetupLink, typeof body>;
    const { link, token } = await createSetupLink(tx, body, caller);
    return created(viewNewSetupLink(link, `${baseUrl()}/setup-link/${caller.orgId}/${token}`, now));
  },

  async getSetupLink({ path, tx, now }) {
    return ok(viewSetupLink(await findSetupLink(tx, path.id), now));
  },

  async revokeSetupLink({ path, tx, attempt }) {
    const { id, name } = await revokeSetupLink(tx, path.id);
    attempt.targetName = name;
    return ok({ message: 'Setup link revoked', id });
  },
});
