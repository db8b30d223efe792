import { type KoaContextWithOIDC, Provider, type Session } from 'oidc-provider';
import { cookieNames } from './configuration.ts';
import { logoutPages, shown } from './page-sources.ts';
import { visitOf } from './visits.ts';

/**
 * The engine has a page that cannot be exchanged: a form that sends itself by a script inside of the page, in English alone.
 * In the three places where it could be seen something of ours is instead. This is the first of them. The engine keeps the
 * first handler of a response mode, and registers its own while it is built.
 */
export class FormAnsweringProvider extends Provider {
  override registerResponseMode(
    name: string,
    handler: Parameters<Provider['registerResponseMode']>[1],
  ): void {
    super.registerResponseMode(name, name === 'form_post' ? answerByForm : handler);
  }
}

/** Has the browser post the answer to its client (OAuth 2.0 Form Post Response Mode). */
async function answerByForm(
  ctx: KoaContextWithOIDC,
  action: string,
  answer: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { client } = ctx.oidc;
  if (!client) throw new Error('an answer is sent to nobody');
  ctx.type = 'html';
  ctx.status = 'error' in answer ? 400 : 200;
  const fields = Object.entries(answer).map(([name, value]): [string, string] => [name, String(value)]);
  ctx.body = await visitOf(ctx.req).page({ name: 'answer', action, fields, client: shown(client) });
}

/** What the engine keeps in a session for the confirmation of a logout. */
type LogoutSession = Session & { state?: { state?: string; postLogoutRedirectUri?: string } };

/** The second and the third place: who asks to sign out and is signed out already, and who is somebody else by now. */
export function answerLogouts(provider: Provider, path: string): void {
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as unknown as { oidc: KoaContextWithOIDC['oidc'] | undefined };
    if (!oidc?.session || ctx.status !== 200) return;
    if (oidc.route === 'end_session' && oidc.session.accountId === undefined) {
      const { state, postLogoutRedirectUri } = (oidc.session as LogoutSession).state ?? {};
      await oidc.session.destroy();
      oidc.cookies.set(cookieNames.session, null, { path, overwrite: true });
      const to = new URL(postLogoutRedirectUri ?? oidc.urlFor('end_session_success'));
      if (postLogoutRedirectUri !== undefined && state !== undefined) to.searchParams.set('state', state);
      ctx.status = 303;
      ctx.redirect(to.href);
    }
    // Somebody signed in for the client, and before they were back another one did. The engine would sign that one out.
    const interaction = oidc.entities.Interaction;
    const signedIn = interaction?.result?.login?.accountId;
    if (oidc.route.endsWith('resume') && signedIn !== undefined && signedIn !== oidc.session.accountId)
      await logoutPages.logoutSource(ctx as unknown as KoaContextWithOIDC);
  });
}
