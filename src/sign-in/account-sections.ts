import { applicationList } from './application-list.ts';
import { isBarred } from './enforced.ts';
import { authConfig } from '../users/auth-config.ts';
import { totpOf } from '../users/factors/factors.ts';
import { isNameManaged } from '../users/directory/own-name.ts';
import { findUser } from '../users/directory/users.ts';
import { passkeysOf } from '../users/passkeys/passkeys.ts';
import { type AccountArea, passwordSection, sessionsSection } from './pages/account.ts';
import { profileSection } from './pages/profile.ts';
import { passkeysSection } from '../users/passkeys/pages/passkeys.ts';
import { listLogins } from '../users/sessions/sql/logins.ts';
import { totpSection } from './pages/totp-settings.ts';
import { addressSection } from './pages/mailed-links.ts';
import { unprovedAddress } from '../users/links/sql/ask-for-link.ts';
import type { AccountSection, SignInWiring } from './hosted.ts';

const password: AccountSection = async ({ tx, call, own, form }) =>
  own.passwordHash === null || (await isBarred(tx, call.wired.enforcement, own.id))
    ? null
    : passwordSection(form, own.username);

const totp: AccountSection = async ({ tx, call, login, form }) => {
  const setUp = await totpOf(tx, login.userId);
  return totpSection(form.view, call.path.orgId, { enabled: (await authConfig(tx)).totp.enabled, setUp });
};

const address: AccountSection = async ({ tx, call, login, form }) => {
  const unproved = await unprovedAddress(tx, call.path.orgId, login.userId);
  return unproved === undefined ? null : addressSection(form, unproved);
};

const sessions: AccountSection = async ({ tx, call, login, form }) =>
  sessionsSection(form, await listLogins(tx, call.path.orgId, login.userId), login.id);

const passkeys: AccountSection = async ({ tx, call, login, form }) => {
  const known = await passkeysOf(tx, login.userId);
  const { enabled } = (await authConfig(tx)).webauthn;
  const isAddable = enabled && !(await isBarred(tx, call.wired.enforcement, login.userId));
  if (!isAddable && known.length === 0) return null;
  return passkeysSection(
    form,
    known.map(({ name }) => name),
  );
};

const profile: AccountSection = async ({ tx, login, form }) => {
  const user = await findUser(tx, login.userId);
  return profileSection(form, user, isNameManaged(user));
};

const own: Readonly<Partial<Record<AccountArea, readonly AccountSection[]>>> = {
  profile: [profile, address],
  security: [password, passkeys, totp],
  sessions: [sessions],
  applications: [applicationList],
};

/** The sections of a part of the page, in their order. @param others those of higher rooms */
export const accountSections = (
  area: AccountArea,
  others: SignInWiring['accountSections'],
): readonly AccountSection[] => [...(own[area] ?? []), ...(others[area] ?? [])];
