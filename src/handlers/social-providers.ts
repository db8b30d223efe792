import {
  createSocialProvider,
  deleteSocialProvider,
  listSocialProviders,
  updateSocialProvider,
} from '../federation/social/providers.ts';
import { created, type Handlers, ok } from '../operation.ts';
import { etagOf } from '../lib/etag.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { viewSocialProvider } from '../federation/social/views/social-providers.ts';
import { versioned } from '../platform/versioned.ts';

export const socialProviders: Handlers<'social-providers'> = {
  async listSocialProviders({ query, em, baseUrl }) {
    const { page, limit } = query;
    const { providers, total } = await listSocialProviders(em, { limit, offset: offsetOf(page, limit) });
    const data = providers.map((provider) => viewSocialProvider(provider, baseUrl));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async createSocialProvider({ body, em, caller, vault, outgoing, baseUrl }) {
    const provider = await createSocialProvider(em, body, caller, { vault, outgoing });
    return created(viewSocialProvider(provider, baseUrl), { ETag: etagOf(provider.version) });
  },

  async updateSocialProvider({ path, body, em, caller, vault, ifMatch, attempt, baseUrl }) {
    const { provider, changes } = await updateSocialProvider(
      em,
      path.providerId,
      body,
      { vault, caller },
      { ifMatch },
    );
    attempt.changes = changes;
    return versioned(provider, em, () => viewSocialProvider(provider, baseUrl));
  },

  async deleteSocialProvider({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteSocialProvider(em, path.providerId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Social provider deleted', id });
  },
};
