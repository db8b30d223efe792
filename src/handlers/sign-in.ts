import { Failure } from '../failure.ts';
import { type Handlers, page } from '../http/operation.ts';
import { signedOutPage } from '../pages/signed-out.ts';
import { viewOf } from '../pages/view.ts';

export const signIn: Handlers<'sign-in'> = {
  async showSignedOut(call) {
    const { path, findTenant } = call;
    if (!(await findTenant(path.orgId))) throw new Failure('ORGANIZATION_NOT_FOUND');
    return page(signedOutPage(viewOf(call), path.orgId));
  },
};
