import type { AccountSection } from '../sign-in/hosted.ts';
import { hostsOf } from './agent-hosts.ts';
import { grantWords } from './grant-words.ts';
import { agentsSection } from './pages/agents.ts';
import { applicationsSection } from './pages/applications.ts';
import { listedCommandLine } from './command-line-grants.ts';
import { listConsents } from './sql/oidc-consents.ts';
import { isStranger } from './strangers.ts';

/** The section of the account page with the applications that a user has let in. */
export const applications: AccountSection = async ({ tx, call, login, form }) => {
  const { userId } = login;
  const { orgId } = call.path;
  const ours = await listedCommandLine(tx, { orgId, userId });
  const consents = (await listConsents(tx, orgId, userId)).filter((one) => !isStranger(one));
  const known = [...(ours ? [ours] : []), ...consents];
  return known.length === 0 ? null : applicationsSection(form, known, await grantWords(tx));
};

/** The section of the account page with the agents that a user has let in. */
export const agents: AccountSection = async ({ tx, call, login, form }) => {
  const consents = (await listConsents(tx, call.path.orgId, login.userId)).filter(isStranger);
  const shown = consents.map((one) => ({ ...one, hosts: hostsOf(one) }));
  return shown.length === 0 ? null : agentsSection(form, shown, await grantWords(tx));
};
