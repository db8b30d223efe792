import type { EntityManager } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { refusalOfShownText } from '../lib/shown-text.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, page } from '../platform/pages/answers.ts';
import { attempt, type Begun } from '../sign-in/attempt.ts';
import { namedBy, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import {
  answer,
  browserOf,
  frameOf,
  leadToCompany,
  type LinkCall,
  linkOver,
  nameIn,
  onLink,
  signInOf,
  stale,
} from '../sign-in/link-frame.ts';
import type { LinkProblem } from '../sign-in/pages/link-form.ts';
import {
  fullPage,
  newAccountPage,
  noEmail,
  otherDomain,
  refusedName,
  registrationClosedPage,
  registrationPage,
  registrationSentPage,
  takenPage,
} from '../sign-in/pages/registration.ts';
import { goOn } from '../sign-in/sign-in-steps.ts';
import { noteNewPassword } from '../sign-in/steps/proofs.ts';
import { authConfig } from '../users/auth-config.ts';
import { askForLink } from '../users/links/mailed-links.ts';
import { rulesOf } from '../users/passwords/password-rules.ts';
import {
  findRegistration,
  hashNewPassword,
  type OpenRegistration,
  register,
} from '../users/registration/registration.ts';
import { isOfAllowedDomain, isRegistrable, isRegistrationOpen } from '../users/registration/rules.ts';
import { findBrowser } from '../users/sessions/browsers.ts';

/** The last part of the path of the pages. */
const name = 'create-account';

export const registration: Handlers<'registration'> = {
  async showRegistration(call) {
    const { sign_in: signIn } = call.query;
    return call.inTenant(namedBy(call), async (em) => {
      const typed = await nameIn(em, call, signIn);
      return asked(em, call, { email: isRegistrable(typed) ? typed : '', signIn });
    });
  },

  async submitRegistration(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { sign_in: signIn } = call.body;
    const email = call.body.email.trim();
    return call.inTenant(tenant, async (em) => {
      const browser = await browserOf(em, call, name);
      if (!browser) return asked(em, call, { email, signIn }, stale);
      if (!(await isOpen(em, call))) return closed(em, call);
      if (!isRegistrable(email)) return asked(em, call, { email, signIn }, noEmail);
      if (!(await isOfAllowedDomain(em, email)))
        return asked(em, call, { email, signIn }, otherDomain(await domainsOf(em)));
      const connection = await call.wired.enforcement.ofAddress(em, email);
      if (connection) return leadToCompany(em, call, connection, { name: email, signInId: signIn ?? null });
      const wanting = { name: email, browserId: browser.id, address: call.address, signInId: signIn ?? null };
      await askForLink(em, 'CREATE_ACCOUNT', wanting, call.locale);
      return page(registrationSentPage(await viewIn(em, call), call.path.orgId, email));
    });
  },

  async showNewAccount(call) {
    return call.inTenant(namedBy(call), (em) => newAccount(em, call, ''));
  },

  async submitNewAccount(call) {
    const { new_password: password, display_name: typed } = call.body;
    const displayName = typed.trim() || null;
    const again = (em: EntityManager, problem: LinkProblem) => newAccount(em, call, typed, problem);
    const done = attempt(onLink, call, {
      async begin(em, token): Promise<Begun<OpenRegistration>> {
        if (!(await browserOf(em, call, name))) return { reply: await again(em, stale) };
        if (refusalOfShownText(typed.trim(), 'line') !== undefined)
          return { reply: await again(em, refusedName) };
        const found = await findRegistration(em, token, call.breached);
        if (!found) return { reply: await linkOver(em, call, 'overRegistration') };
        const led = await ledNewcomer(em, call, found);
        return led ? { reply: led } : { tried: found };
      },
      judge: (found) => hashNewPassword(found, { displayName, password }).catch(rulesOf),
      async end(em, token, { link }, hash) {
        if (typeof hash !== 'string') return again(em, { text: 'rules', field: 'new_password', rules: hash });
        const browser = await findBrowser(em, tokenOf(call));
        if (!browser) return again(em, stale);
        const created = await register(em, token, { displayName, passwordHash: hash }, call);
        if (created.outcome === 'TAKEN') return taken(em, call, link.email);
        if (created.outcome === 'FULL' || created.outcome === 'FULL_TODAY')
          return page(fullPage(await viewIn(em, call), call.path.orgId, created.outcome), { status: 400 });
        if (created.outcome === 'ENFORCED')
          return leadToCompany(em, call, created.connection, { name: link.email, signInId: link.signInId });
        if (created.outcome === 'OVER') return linkOver(em, call, 'overRegistration');
        const { userId, email, signInId } = created;
        const opened = await signInOf(em, call, browser, { userId, name: email, signInId });
        await noteNewPassword(em, opened.signIn);
        return goOn(em, call, opened, ['pwd']);
      },
    });
    return done.catch(async (error: unknown) => {
      // A user has the address as their username, or another request was quicker.
      if (!(error instanceof Failure && error.code === 'USER_EXISTS')) throw error;
      return call.inTenant(namedBy(call), async (em) => {
        const found = await findRegistration(em, call.path.link, call.breached);
        return found ? taken(em, call, found.link.email) : linkOver(em, call, 'overRegistration');
      });
    });
  },
};

type AskingCall = LinkCall & Pick<Call<'showRegistration'>, 'mail'>;

const isOpen = async (em: EntityManager, { mail }: AskingCall): Promise<boolean> =>
  mail.enabled && isRegistrationOpen(em);

const domainsOf = async (em: EntityManager): Promise<readonly string[]> =>
  (await authConfig(em)).registration.allowedDomains;

const closed = async (em: EntityManager, call: LinkCall): Promise<Hosted> =>
  page(registrationClosedPage(await viewIn(em, call), call.path.orgId), { status: 403 });

const taken = async (em: EntityManager, call: LinkCall, email: string): Promise<Hosted> =>
  page(takenPage(await viewIn(em, call), call.path.orgId, email), { status: 400 });

async function asked(
  em: EntityManager,
  call: AskingCall,
  typed: { email: string; signIn: string | undefined },
  problem?: LinkProblem,
): Promise<Hosted> {
  if (!(await isOpen(em, call))) return closed(em, call);
  const frame = await frameOf(em, call, name, problem);
  return answer(call, frame, registrationPage(frame.form, { ...typed, domains: await domainsOf(em) }));
}

async function newAccount(
  em: EntityManager,
  call: LinkCall & { path: { link: string } } & Pick<Call<'showNewAccount'>, 'breached'>,
  displayName: string,
  problem?: LinkProblem,
): Promise<Hosted> {
  const found = await findRegistration(em, call.path.link, call.breached);
  if (!found) return linkOver(em, call, 'overRegistration');
  const led = await ledNewcomer(em, call, found);
  if (led) return led;
  const frame = await frameOf(em, call, name, problem);
  return answer(call, frame, newAccountPage(frame.form, found.link.email, displayName));
}

/** The response to a user whose address has a connection that is enforced; undefined for others. */
async function ledNewcomer(
  em: EntityManager,
  call: LinkCall,
  { link: { email, signInId } }: OpenRegistration,
): Promise<Hosted | undefined> {
  const connection = await call.wired.enforcement.ofAddress(em, email);
  return connection && leadToCompany(em, call, connection, { name: email, signInId });
}
