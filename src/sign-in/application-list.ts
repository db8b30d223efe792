import { folded } from '../lib/name-key.ts';
import { likeAnywhere } from '../lib/rows.ts';
import type { AccountSection } from './hosted.ts';
import type { ListedApplication } from './listed-application.ts';
import { applicationListSection } from './pages/application-list.ts';

/** More are found by their name. */
const mostShown = 100;

/** The applications that the user may open, by name. */
export const applicationList: AccountSection = async ({ tx, call, login, form, search }) => {
  const { path, baseUrl, wired } = call;
  const pattern = search === undefined ? null : likeAnywhere(folded(search));
  const query = { orgId: path.orgId, userId: login.userId, pattern, most: mostShown + 1, baseUrl };
  const found: ListedApplication[] = [];
  for (const list of wired.applicationLists) found.push(...(await list(tx, query)));
  if (found.length === 0 && search === undefined) return null;
  const { compare } = new Intl.Collator(form.view.locale, { sensitivity: 'base', numeric: true });
  found.sort((a, b) => compare(a.name, b.name));
  const isCut = found.length > mostShown;
  return applicationListSection(form, { applications: found.slice(0, mostShown), search, isCut });
};
