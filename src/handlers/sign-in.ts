import { Failure } from '../failure.ts';
import { type Handlers, page } from '../http/operation.ts';
import { signedOutPage } from '../pages/signed-out.ts';
import { viewOf } from '../pages/view.ts';

export const signIn: Handlers<'sign-in'> = {
  async showSignedOut(call) {
    const { path, findBranding } = call;
    const branding = await findBranding(path.orgId);
    if (!branding) throw new Failure('ORGANIZATION_NOT_FOUND');
    return page(signedOutPage(viewOf(call, branding), path.orgId));
  },
};
