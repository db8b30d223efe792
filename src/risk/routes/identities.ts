import { findIdentity } from '../../credentials/identities.ts';
import { viewRisk } from '../../credentials/views/identities.ts';
import { type Handlers, ok } from '../../operation.ts';
import { readRisk } from '../risk.ts';

export const routes = (): Pick<Handlers<'identities'>, 'getIdentityRisk'> => ({
  async getIdentityRisk({ path, tx, now }) {
    const { id } = await findIdentity(tx, path.id);
    return ok(viewRisk(id, await readRisk(tx, id), now));
  },
});
