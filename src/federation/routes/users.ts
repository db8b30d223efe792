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
  async getUserFactors({ path, em }) {
    const user = await findUser(em, path.userId);
    const row = await readUserFactors(em, user.orgId, user.id);
    if (!row) throw new Failure('USER_NOT_FOUND');
    const accounts = await connectedAccountsOf(em, user.orgId, user.id);
    return versioned(user, em, () => viewUserFactors(user.id, row, accounts.map(viewConnectedAccount)));
  },
});
