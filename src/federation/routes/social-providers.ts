import {
  createSocialProvider,
  deleteSocialProvider,
  listSocialProviders,
  updateSocialProvider,
} from '../social/providers.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewSocialProvider } from '../social/views/social-providers.ts';
import { versioned } from '../../platform/versioned.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Vault } from '../../platform/vault.ts';

export const routes = ({
  baseUrl,
  outgoing,
  vault,
}: {
  baseUrl: () => string;
  outgoing: Outgoing;
  vault: Vault;
}): Handlers<'social-providers'> => ({
  async listSocialProviders({ query, tx }) {
    const { page, limit } = query;
    const { providers, total } = await listSocialProviders(tx, { limit, offset: offsetOf(page, limit) });
    const data = providers.map((provider) => viewSocialProvider(provider, baseUrl()));
    return ok({ data, pagination: pageOf(page, limit, total) });
  },

  async createSocialProvider({ body, tx, caller }) {
    const provider = await createSocialProvider(tx, body, caller, { vault, outgoing });
    return created(viewSocialProvider(provider, baseUrl()), { ETag: etagOf(provider.version) });
  },

  async updateSocialProvider({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    const { provider, changes } = await updateSocialProvider(
      tx,
      path.providerId,
      body,
      { vault, caller },
      { ifMatch },
    );
    attempt.changes = changes;
    return versioned(provider, tx, () => viewSocialProvider(provider, baseUrl()));
  },

  async deleteSocialProvider({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteSocialProvider(tx, path.providerId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Social provider deleted', id });
  },
});
