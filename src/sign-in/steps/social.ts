import { enabledProviders } from '../../federation/providers.ts';
import type { Factor } from './factors.ts';

/** By an account of another provider: it says nothing about the person, so it is offered where there are any. */
export const social: Factor = {
  name: 'social',
  kind: 'first',
  nameless: true,
  offered: async (em) => (await enabledProviders(em)).length > 0,
};
