import type { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { hashBrowserToken, isBrowserToken, newBrowserToken } from './browser-token.ts';
import { addBrowser, browserByToken, replaceToken } from './sql/browsers.ts';

/** A browser that holds our cookie, and so the logins of every tenant it is signed in to. */
export interface Browser {
  id: string;
  /** What its cookie holds; never stored. */
  token: string;
  /** Whether the answer must set the cookie. */
  isNew: boolean;
}

/** @param token what its cookie holds, whatever that is */
export async function findBrowser(
  em: EntityManager,
  token: string | undefined,
): Promise<Browser | undefined> {
  if (!isBrowserToken(token)) return undefined;
  const id = await browserByToken(em, hashBrowserToken(token));
  return id === undefined ? undefined : { id, token, isNew: false };
}

/** The browser of this cookie, or a new one: a token that we did not make is nobody's, and is not taken over. */
export async function openBrowser(em: EntityManager, token: string | undefined): Promise<Browser> {
  const known = await findBrowser(em, token);
  if (known) return known;
  const browser = { id: randomUUID(), token: newBrowserToken(), isNew: true };
  await addBrowser(em, browser.id, hashBrowserToken(browser.token));
  return browser;
}

/**
 * Gives it another token when somebody signs in: one that was planted, or seen, before is worth nothing after. The browser
 * stays locked until the transaction ends.
 * @returns undefined when it has another one already: whoever came with the one before is not given the next
 */
export async function renewBrowser(
  em: EntityManager,
  { id, token: before }: Pick<Browser, 'id' | 'token'>,
): Promise<Browser | undefined> {
  const token = newBrowserToken();
  const hashes = { from: hashBrowserToken(before), to: hashBrowserToken(token) };
  return (await replaceToken(em, id, hashes)) ? { id, token, isNew: true } : undefined;
}
