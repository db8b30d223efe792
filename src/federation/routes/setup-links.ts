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
  async listSetupLinks({ query, em, now }) {
    const { page, limit, ...filter } = query;
    const { links, total } = await listSetupLinks(em, filter, { limit, offset: offsetOf(page, limit) });
    return ok({
      data: links.map((link) => viewSetupLink(link, now)),
      pagination: pageOf(page, limit, total),
    });
  },

  async createSetupLink({ body, em, caller, now }) {
    body satisfies ReadBy<NewSetupLink, typeof body>;
    const { link, token } = await createSetupLink(em, body, caller);
    return created(viewNewSetupLink(link, `${baseUrl()}/setup-link/${caller.orgId}/${token}`, now));
  },

  async getSetupLink({ path, em, now }) {
    return ok(viewSetupLink(await findSetupLink(em, path.id), now));
  },

  async revokeSetupLink({ path, em, attempt }) {
    const { id, name } = await revokeSetupLink(em, path.id);
    attempt.targetName = name;
    return ok({ message: 'Setup link revoked', id });
  },
});
