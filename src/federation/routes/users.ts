import { connectedAccountsOf } from '../linking/sql/connected-accounts.ts';
import { viewConnectedAccount } from '../linking/views/connected-accounts.ts';
import { Failure } from '../../failure.ts';
import { type Handlers } from '../../operation.ts';
import { versioned } from '../../platform/versioned.ts';
import { findUser } from '../../users/directory/users.ts';
import { readUserFactors } from '../../users/factors/sql/user-factors.ts';
import { viewUserFactors } from '../../users/factors/views/user-factors.ts';

/** The factors of a user, with the accounts of providers that are connected. */
export const routes = (): Pick<Handlers<'users'>, 'getUserFactors'> => ({
  async getUserFactors({ path, tx }) {
    const user = await findUser(tx, path.userId);
    const row = await readUserFactors(tx, user.orgId, user.id);
    if (!row) throw new Failure('USER_NOT_FOUND');
    const accounts = await connectedAccountsOf(tx, user.orgId, user.id);
    return versioned(user, tx, () => viewUserFactors(user.id, row, accounts.map(viewConnectedAccount)));
  },
});
