import { randomUUID } from 'node:crypto';
import { hashBrowserToken, isBrowserToken, newBrowserToken } from './browser-token.ts';
import { addBrowser, browserByToken, replaceToken } from './sql/browsers.ts';
import type { Tx } from '../../platform/tx.ts';

/** A browser that holds our cookie, and so the logins of every tenant it is signed in to. */
export interface Browser {
  id: string;
  /** The content of its cookie; never stored. */
  token: string;
  /** Whether the answer must set the cookie. */
  isNew: boolean;
}

/** @param token the content of its cookie, unchecked */
export async function findBrowser(tx: Tx, token: string | undefined): Promise<Browser | undefined> {
  if (!isBrowserToken(token)) return undefined;
  const id = await browserByToken(tx, hashBrowserToken(token));
  return id === undefined ? undefined : { id, token, isNew: false };
}

/**
 * Returns the browser of this cookie, or a new one. A token that Keyward did not make belongs to no browser, and is
 * not taken over.
 */
export async function openBrowser(tx: Tx, token: string | undefined): Promise<Browser> {
  const known = await findBrowser(tx, token);
  if (known) return known;
  const browser = { id: randomUUID(), token: newBrowserToken(), isNew: true };
  await addBrowser(tx, browser.id, hashBrowserToken(browser.token));
  return browser;
}

/**
 * Gives the browser another token when a user signs in. So a token that was planted, or seen, before is worth nothing
 * after. The browser stays locked until the transaction ends.
 * @returns undefined when the browser has another token already: a request with the old token does not get the next
 * one
 */
export async function renewBrowser(
  tx: Tx,
  { id, token: before }: Pick<Browser, 'id' | 'token'>,
): Promise<Browser | undefined> {
  const token = newBrowserToken();
  const hashes = { from: hashBrowserToken(before), to: hashBrowserToken(token) };
  return (await replaceToken(tx, id, hashes)) ? { id, token, isNew: true } : undefined;
}
