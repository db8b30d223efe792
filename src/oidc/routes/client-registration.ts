import { etagOf } from '../../lib/etag.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { versioned } from '../../platform/versioned.ts';
import {
  createInitialAccessToken,
  findInitialAccessToken,
  type NewInitialAccessToken,
  revokeInitialAccessToken,
} from '../initial-access-tokens.ts';
import {
  changeRegistrationSetting,
  type ConfiguredRegistration,
  findRegistrationSetting,
} from '../registration-setting.ts';
import { listInitialAccessTokens } from '../sql/initial-access-tokens.ts';
import { viewClientRegistration } from '../views/client-registration.ts';
import {
  viewInitialAccessToken,
  viewInitialAccessTokenRow,
  viewNewInitialAccessToken,
} from '../views/initial-access-tokens.ts';

const shown = (row: ConfiguredRegistration) => ok(viewClientRegistration(row), { ETag: etagOf(row.version) });

export const routes = (): Handlers<'client-registration'> => ({
  async getClientRegistration({ tx }) {
    return shown(await findRegistrationSetting(tx));
  },

  async updateClientRegistration({ body, tx, caller, attempt, sent: { ifMatch } }) {
    const { after, changes } = await changeRegistrationSetting(tx, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(after);
  },

  async listInitialAccessTokens({ query, tx, caller }) {
    const { page, limit, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit) };
    const { rows, total } = await listInitialAccessTokens(tx, caller.orgId, filter, window);
    return ok({ data: rows.map(viewInitialAccessTokenRow), pagination: pageOf(page, limit, total) });
  },

  async createInitialAccessToken({ body, tx, caller, now }) {
    body satisfies ReadBy<NewInitialAccessToken, typeof body>;
    const { token, secret } = await createInitialAccessToken(tx, body, caller);
    return created(viewNewInitialAccessToken(token, secret, now), { ETag: etagOf(token.version) });
  },

  async getInitialAccessToken({ path, tx, now }) {
    const token = await findInitialAccessToken(tx, path.tokenId);
    return versioned(token, tx, () => viewInitialAccessToken(token, now));
  },

  async revokeInitialAccessToken({ path, tx, attempt }) {
    const { id, name } = await revokeInitialAccessToken(tx, path.tokenId);
    attempt.targetName = name;
    return ok({ message: 'Initial access token revoked', id });
  },
});
