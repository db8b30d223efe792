import type { EntityManager } from '@mikro-orm/postgresql';
import { authConfig } from '../domain/auth-config.ts';
import { totpOf } from '../domain/factors.ts';
import type { Login } from '../domain/login-sessions.ts';
import { passkeysOf } from '../domain/passkeys.ts';
import type { Markup } from '../lib/markup.ts';
import { type AccountForm, passwordSection, sessionsSection } from '../pages/account.ts';
import { applicationsSection } from '../pages/applications.ts';
import { passkeysSection } from '../pages/passkeys.ts';
import { listLogins } from '../queries/list-logins.ts';
import { listConsents } from '../queries/oidc-consents.ts';
import type { OwnPassword } from '../queries/own-password.ts';
import { totpSection } from '../pages/totp-settings.ts';
import { addressSection } from '../pages/mailed-links.ts';
import { unprovedAddress } from '../queries/unproved-address.ts';
import type { HostedCall } from './hosted.ts';
import { socialAccounts } from './social-buttons.ts';

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
