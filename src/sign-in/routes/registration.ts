import type { Quotas } from '../../platform/quotas.ts';
import {
  registrationForm,
  isOpen,
  domainsOf,
  closed,
  taken,
  asked,
  newAccount,
  ledNewcomer,
} from '../registration-pages.ts';
import type { BreachedPasswords } from '../../users/passwords/breached-passwords.ts';
import { Failure } from '../../failure.ts';
import { refusalOfShownText } from '../../lib/shown-text.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { page } from '../../platform/pages/answers.ts';
import type { Tx } from '../../platform/tx.ts';
import { attempt, type Begun } from '../attempt.ts';
import { namedBy, tenantOf, tokenOf, viewIn, hosted, type HostedPage, type HostedParts } from '../hosted.ts';
import { browserOf, leadToCompany, linkOver, nameIn, onLink, signInOf, stale } from '../link-frame.ts';
import type { LinkProblem } from '../pages/link-form.ts';
import { fullPage, noEmail, otherDomain, refusedName, registrationSentPage } from '../pages/registration.ts';
import { goOn } from '../sign-in-steps.ts';
import { noteNewPassword } from '../steps/proofs.ts';
import { askForLink } from '../../users/links/mailed-links.ts';
import { rulesOf } from '../../users/passwords/password-rules.ts';
import {
  findRegistration,
  hashNewPassword,
  type OpenRegistration,
  register,
} from '../../users/registration/registration.ts';
import { isOfAllowedDomain, isRegistrable } from '../../users/registration/rules.ts';
import { findBrowser } from '../../users/sessions/browsers.ts';

/** The call of a page, without the parameters of its operation. */
type Made = HostedPage & { breached: BreachedPasswords; quotas: Quotas };

const pages: Pages<'registration', Made> = {
  async showRegistration(call) {
    const { sign_in: signIn } = call.query;
    return call.inTenant(namedBy(call), async (tx) => {
      const typed = await nameIn(tx, call, signIn);
      return asked(tx, call, { email: isRegistrable(typed) ? typed : '', signIn });
    });
  },

  async submitRegistration(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { sign_in: signIn } = call.body;
    const email = call.body.email.trim();
    return call.inTenant(tenant, async (tx) => {
      const browser = await browserOf(tx, call, registrationForm);
      if (!browser) return asked(tx, call, { email, signIn }, stale);
      if (!(await isOpen(tx, call))) return closed(tx, call);
      if (!isRegistrable(email)) return asked(tx, call, { email, signIn }, noEmail);
      if (!(await isOfAllowedDomain(tx, email)))
        return asked(tx, call, { email, signIn }, otherDomain(await domainsOf(tx)));
      const connection = await call.wired.enforcement.ofAddress(tx, email);
      if (connection) return leadToCompany(tx, call, connection, { name: email, signInId: signIn ?? null });
      const wanting = {
        name: email,
        browserId: browser.id,
        address: call.origin.ipAddress,
        signInId: signIn ?? null,
      };
      await askForLink(tx, 'CREATE_ACCOUNT', wanting, call.locale);
      return page(registrationSentPage(await viewIn(tx, call), call.path.orgId, email));
    });
  },

  async showNewAccount(call) {
    return call.inTenant(namedBy(call), (tx) => newAccount(tx, call, ''));
  },

  async submitNewAccount(call) {
    const { new_password: password, display_name: typed } = call.body;
    const displayName = typed.trim() || null;
    const again = (tx: Tx, problem: LinkProblem) => newAccount(tx, call, typed, problem);
    const done = attempt(onLink, call, {
      async begin(tx, token): Promise<Begun<OpenRegistration>> {
        if (!(await browserOf(tx, call, registrationForm))) return { reply: await again(tx, stale) };
        if (refusalOfShownText(typed.trim(), 'line') !== undefined)
          return { reply: await again(tx, refusedName) };
        const found = await findRegistration(tx, token, call.breached);
        if (!found) return { reply: await linkOver(tx, call, 'overRegistration') };
        const led = await ledNewcomer(tx, call, found);
        return led ? { reply: led } : { tried: found };
      },
      judge: (found) => hashNewPassword(found, { displayName, password }).catch(rulesOf),
      async end(tx, token, { link }, hash) {
        if (typeof hash !== 'string') return again(tx, { text: 'rules', field: 'new_password', rules: hash });
        const browser = await findBrowser(tx, tokenOf(call));
        if (!browser) return again(tx, stale);
        const created = await register(tx, token, { displayName, passwordHash: hash }, call);
        if (created.outcome === 'TAKEN') return taken(tx, call, link.email);
        if (created.outcome === 'FULL' || created.outcome === 'FULL_TODAY')
          return page(fullPage(await viewIn(tx, call), call.path.orgId, created.outcome), { status: 400 });
        if (created.outcome === 'ENFORCED')
          return leadToCompany(tx, call, created.connection, { name: link.email, signInId: link.signInId });
        if (created.outcome === 'OVER') return linkOver(tx, call, 'overRegistration');
        const { userId, email, signInId } = created;
        const opened = await signInOf(tx, call, browser, { userId, name: email, signInId });
        await noteNewPassword(tx, opened.signIn);
        return goOn(tx, call, opened, ['pwd']);
      },
    });
    return done.catch(async (error: unknown) => {
      // A user has the address as their username, or another request was quicker.
      if (!(error instanceof Failure && error.code === 'USER_EXISTS')) throw error;
      return call.inTenant(namedBy(call), async (tx) => {
        const found = await findRegistration(tx, call.path.link, call.breached);
        return found ? taken(tx, call, found.link.email) : linkOver(tx, call, 'overRegistration');
      });
    });
  },
};

export const routes = (
  parts: HostedParts & { breached: BreachedPasswords; quotas: Quotas },
): Handlers<'registration'> =>
  handlersOf(pages, hosted(parts, { breached: parts.breached, quotas: parts.quotas }));
