import { linksOf } from '../linking/people.ts';
import { connectionsFor } from '../connections/connection-links.ts';
import { enabledProviders, providersOf } from './providers.ts';
import { hintedRoute } from '../linking/routing.ts';
import type { Markup } from '../../lib/markup.ts';
import type { StepForm } from '../../sign-in/pages/sign-in.ts';
import { connectionChoice } from '../connections/pages/connections.ts';
import { socialChoices, socialPage, socialSection } from './pages/social.ts';
import type { SignIn } from '../../sign-in/entities/sign-in.ts';
import type { AccountSection, StepPage } from '../../sign-in/hosted.ts';
import type { Tx } from '../../platform/tx.ts';

/** The buttons of the providers that people can sign in with; null where there are none. */
export async function socialButtons(tx: Tx, form: StepForm): Promise<Markup | null> {
  const providers = await enabledProviders(tx);
  return providers.length === 0 ? null : socialChoices(form, providers);
}

/** Lists the accounts that are connected, and those that could be: at social providers, and at identity providers of companies. */
export const socialAccounts: AccountSection = async ({ tx, login, own, form }) => {
  const linked = new Set((await linksOf(tx, login.userId)).map(({ providerId }) => providerId));
  const shown = (await providersOf(tx))
    .filter(({ id, enabled, accountLinking }) => linked.has(id) || (enabled && accountLinking === 'EXPLICIT'))
    .map(({ id, name }) => ({ kind: 'social' as const, id, name, isConnected: linked.has(id) }));
  const { email, username } = own;
  const user = { id: login.userId, email, username, orgId: form.orgId };
  const connections = (await connectionsFor(tx, user)).map((one) => ({
    kind: 'federation' as const,
    ...one,
  }));
  const all = [...connections, ...shown];
  return all.length === 0 ? null : socialSection(form, all);
};

/** The button of the connection that a hint of the application names; null without one. */
export async function hintedConnection(tx: Tx, form: StepForm, signIn: SignIn): Promise<Markup | null> {
  const connection = await hintedRoute(tx, signIn);
  return connection ? connectionChoice(form, connection) : null;
}

/** The page of the factor `social`. */
export const socialStep: StepPage = async (form, { tx }) => socialPage(form, await socialButtons(tx, form));
