import type { AccountSection } from '../sign-in/hosted.ts';
import { scopesInWords } from './oidc-scopes.ts';
import { resourcesInWords } from './resources-in-words.ts';
import { applicationsSection } from './pages/applications.ts';
import { listedCommandLine } from './command-line-grants.ts';
import { listConsents } from './sql/oidc-consents.ts';

/** The section of the account page with the applications that a user has let in. */
export const applications: AccountSection = async ({ tx, call, login, form }) => {
  const { userId } = login;
  const { orgId } = call.path;
  const ours = await listedCommandLine(tx, { orgId, userId });
  const known = [...(ours ? [ours] : []), ...(await listConsents(tx, orgId, userId))];
  if (known.length === 0) return null;
  const words = { scopes: await scopesInWords(tx), resources: await resourcesInWords(tx) };
  return applicationsSection(form, known, words);
};
