import type { Factor } from '../../sign-in/steps/factors.ts';
import { linksOf } from './people.ts';
import { enabledProviders } from '../social/providers.ts';
import type { Tx } from '../../platform/tx.ts';

/** The factor of an account at another provider. It says nothing about the user, so every user is offered the same. */
export const social: Factor = {
  name: 'social',
  kind: 'first',
  nameless: true,
  offered: async (tx) => (await enabledProviders(tx)).length > 0,
};

/** Tells whether a user can sign in with an account at another provider than this one. */
export async function hasLinkedAccount(tx: Tx, userId: string, withoutProvider: string): Promise<boolean> {
  const providers = new Set((await enabledProviders(tx)).map(({ id }) => id));
  return (await linksOf(tx, userId)).some(
    ({ providerId }) => providerId !== withoutProvider && providers.has(providerId),
  );
}
