import type { EntityManager } from '@mikro-orm/postgresql';
import { authConfig } from '../users/auth-config.ts';
import { totpOf } from '../users/factors/factors.ts';
import type { Login } from '../users/sessions/login-sessions.ts';
import { passkeysOf } from '../users/passkeys/passkeys.ts';
import type { Markup } from '../lib/markup.ts';
import { type AccountForm, passwordSection, sessionsSection } from './pages/account.ts';
import { applicationsSection } from '../oidc/pages/applications.ts';
import { passkeysSection } from '../users/passkeys/pages/passkeys.ts';
import { listLogins } from '../users/sessions/sql/list-logins.ts';
import { listConsents } from '../oidc/sql/oidc-consents.ts';
import type { OwnPassword } from '../users/passwords/sql/own-password.ts';
import { totpSection } from './pages/totp-settings.ts';
import { addressSection } from './pages/mailed-links.ts';
import { unprovedAddress } from '../users/links/sql/unproved-address.ts';
import type { HostedCall } from './hosted.ts';
import { socialAccounts } from '../federation/social-buttons.ts';

export interface SectionContext {
  em: EntityManager;
  call: HostedCall;
  login: Login;
  own: OwnPassword;
  form: AccountForm;
}

/** A part of the account page; null where the person has no use for it. */
export type AccountSection = (context: SectionContext) => Promise<Markup | null>;

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

const applications: AccountSection = async ({ em, call, login, form }) => {
  const known = await listConsents(em, call.path.orgId, login.userId);
  return known.length === 0 ? null : applicationsSection(form, known);
};

/** In the order of the page. */
export const accountSections: readonly AccountSection[] = [
  password,
  address,
  passkeys,
  totp,
  socialAccounts,
  applications,
  sessions,
];
