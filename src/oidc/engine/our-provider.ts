import type { KoaContextWithOIDC } from 'oidc-provider';
import { shown } from './page-sources.ts';
import { changedProvider } from './patches.ts';
import { visitOf } from './visits.ts';

/** Has the browser post the answer to its client (OAuth 2.0 Form Post Response Mode). */
async function answerByForm(
  ctx: KoaContextWithOIDC,
  action: string,
  answer: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { client } = ctx.oidc;
  if (!client) throw new Error('a form response has no client');
  ctx.type = 'html';
  ctx.status = 'error' in answer ? 400 : 200;
  const fields = Object.entries(answer).map(([name, value]): [string, string] => [name, String(value)]);
  ctx.body = await visitOf(ctx.req).page({ name: 'answer', action, fields, client: shown(client) });
}

/** The grants whose tokens are stored by the statement that uses up the code or the refresh token. */
const replacing: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/** The class of our providers: they answer `form_post` by our page, and store all that such a grant writes at its end. */
export const OurProvider = changedProvider({
  answerByForm,
  aroundGrant: (grantType, handler) =>
    replacing.has(grantType) ? (ctx) => visitOf(ctx.req).held.during(() => handler(ctx)) : handler,
});
