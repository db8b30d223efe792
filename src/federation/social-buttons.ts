import type { EntityManager } from '@mikro-orm/postgresql';
import { linksOf } from './people.ts';
import { enabledProviders, providersOf } from './providers.ts';
import type { Markup } from '../lib/markup.ts';
import type { StepForm } from '../sign-in/pages/sign-in.ts';
import { socialChoices, socialPage, socialSection } from './pages/social.ts';
import type { AccountSection, StepPage } from '../sign-in/hosted.ts';

/** The buttons of the providers that people can sign in with; null where there are none. */
export async function socialButtons(em: EntityManager, form: StepForm): Promise<Markup | null> {
  const providers = await enabledProviders(em);
  return providers.length === 0 ? null : socialChoices(form, providers);
}

/** Lists the accounts that are connected, and those that could be. */
export const socialAccounts: AccountSection = async ({ em, login, form }) => {
  const linked = new Set((await linksOf(em, login.userId)).map(({ providerId }) => providerId));
  const shown = (await providersOf(em))
    .filter(({ id, enabled, accountLinking }) => linked.has(id) || (enabled && accountLinking === 'EXPLICIT'))
    .map(({ id, name }) => ({ id, name, isConnected: linked.has(id) }));
  return shown.length === 0 ? null : socialSection(form, shown);
};

/** The page of the factor `social`. */
export const socialStep: StepPage = async (form, { em }) => socialPage(form, await socialButtons(em, form));
