import * as oidc from 'openid-client';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  type Browser,
  type RelyingParty,
  signedIn,
} from './relying-party.ts';
import type { TestService } from './service.ts';

/** Creates a client that needs consent, and a user in a browser who has not been asked yet. */
export async function aVisit(service: TestService, fields: Record<string, unknown> = {}, api = service.ours) {
  const party = await aRelyingParty(api, { consentRequired: true, scopes: ['openid', 'email'], ...fields });
  const userId = await aPerson(service, {}, api);
  return { party, userId, browser: await signedIn(service, { issuer: party.issuer, userId }) };
}

/** Opens the account page of the user who is signed in by the browser. */
export const accountOf = (browser: Browser, { issuer }: Pick<RelyingParty, 'issuer'>) =>
  browser.open(`/account/${issuer.split('/').at(-1)}?section=applications`);

/** Withdraws what a client was allowed, as the form of the account page does. */
export async function withdraw(
  browser: Browser,
  party: Pick<RelyingParty, 'issuer' | 'clientId'>,
  changes: Record<string, string> = {},
) {
  const page = await browser.open(`/account/${party.issuer.split('/').at(-1)}`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return browser.post(`${page.url.pathname}/applications/end`, { csrf, client: party.clientId, ...changes });
}

/** Goes through the flow without asking anything. @returns the error, or undefined when there was a code */
export async function silently(
  browser: Browser,
  party: RelyingParty,
  scope = 'openid',
): Promise<string | undefined> {
  const { callback } = await authorized(party, browser, { prompt: 'none', scope });
  return callback.searchParams.get('error') ?? undefined;
}

/** Whether the client would have the person asked. */
export const isAsked = async (browser: Browser, party: RelyingParty, scope = 'openid'): Promise<boolean> =>
  (await browser.open((await begin(party, { scope })).url)).text.includes('name="answer"');

export const isActive = async (
  { config }: Pick<RelyingParty, 'config'>,
  token: string | undefined,
): Promise<boolean> => (await oidc.tokenIntrospection(config, token ?? '')).active;
