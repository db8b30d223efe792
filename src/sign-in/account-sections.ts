import { authConfig } from '../users/auth-config.ts';
import { totpOf } from '../users/factors/factors.ts';
import { passkeysOf } from '../users/passkeys/passkeys.ts';
import { passwordSection, sessionsSection } from './pages/account.ts';
import { passkeysSection } from '../users/passkeys/pages/passkeys.ts';
import { listLogins } from '../users/sessions/sql/list-logins.ts';
import { totpSection } from './pages/totp-settings.ts';
import { addressSection } from './pages/mailed-links.ts';
import { unprovedAddress } from '../users/links/sql/unproved-address.ts';
import type { AccountSection } from './hosted.ts';

const password: AccountSection = async ({ own, form }) =>
  own.passwordHash === null ? null : passwordSection(form, own.username);

const totp: AccountSection = async ({ em, call, login, form }) => {
  const setUp = await totpOf(em, login.userId);
  return totpSection(form.view, call.path.orgId, { enabled: (await authConfig(em)).totp.enabled, setUp });
};

const address: AccountSection = async ({ em, call, login, form }) => {
  const unproved = await unprovedAddress(em, call.path.orgId, login.userId);
  return unproved === undefined ? null : addressSection(form, unproved);
};

const sessions: AccountSection = async ({ em, call, login, form }) =>
  sessionsSection(form, await listLogins(em, call.path.orgId, login.userId), login.id);

const passkeys: AccountSection = async ({ em, login, form }) => {
  const known = await passkeysOf(em, login.userId);
  const { enabled } = (await authConfig(em)).webauthn;
  if (!enabled && known.length === 0) return null;
  return passkeysSection(
    form,
    known.map(({ name }) => name),
  );
};

/** The sections in the order of the page. @param others those of higher rooms */
export const accountSections = (others: readonly AccountSection[]): readonly AccountSection[] => [
  password,
  address,
  passkeys,
  totp,
  ...others,
  sessions,
];
