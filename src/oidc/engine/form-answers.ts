import type { KoaContextWithOIDC } from 'oidc-provider';
import { shown } from './page-sources.ts';
import { providerAnsweringForms } from './patches.ts';
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

/** The class of our providers, which answer `form_post` by our page. */
export const FormAnsweringProvider = providerAnsweringForms(answerByForm);
