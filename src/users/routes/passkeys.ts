import type { KeepOwnersIn } from '../keep-owners.ts';
import { deletePasskey, listPasskeys } from '../passkeys/passkeys.ts';
import { type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import { viewPasskey } from '../passkeys/views/passkeys.ts';

export const routes = ({
  baseUrl,
  wired: { keepOwnersIn },
}: {
  baseUrl: () => string;
  wired: { keepOwnersIn: KeepOwnersIn };
}): Handlers<'passkeys'> => ({
  async listPasskeys({ path, query: { page, limit }, tx }) {
    const { passkeys: rows, total } = await listPasskeys(tx, path.userId, {
      limit,
      offset: offsetOf(page, limit),
    });
    return ok({ data: rows.map(viewPasskey), pagination: pageOf(page, limit, total) });
  },

  async deletePasskey({ path, tx, caller, attempt }) {
    attempt.targetId = path.userId;
    const { passkey, user, changes } = await keepOwnersIn(tx, baseUrl(), () =>
      deletePasskey(tx, path.userId, path.credId, caller),
    );
    attempt.targetName = user.username;
    attempt.changes = changes;
    return ok({ message: 'Passkey removed', id: passkey.id });
  },
});
