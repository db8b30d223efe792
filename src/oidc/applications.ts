import type { AccountSection } from '../sign-in/hosted.ts';
import { scopesInWords } from './oidc-scopes.ts';
import { applicationsSection } from './pages/applications.ts';
import { listConsents } from './sql/oidc-consents.ts';

/** The section of the account page with the applications that a user has let in. */
export const applications: AccountSection = async ({ tx, call, login, form }) => {
  const known = await listConsents(tx, call.path.orgId, login.userId);
  return known.length === 0 ? null : applicationsSection(form, known, await scopesInWords(tx));
};
