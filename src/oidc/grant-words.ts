import type { Tx } from '../platform/tx.ts';
import { scopesInWords } from './oidc-scopes.ts';
import type { GrantWords } from './pages/consent.ts';
import { resourcesInWords } from './resources-in-words.ts';

/** Reads the words in which users of a tenant read what an application gets. */
export const grantWords = async (tx: Tx): Promise<GrantWords> => ({
  scopes: await scopesInWords(tx),
  resources: await resourcesInWords(tx),
});
