import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { show } from './page-sources.ts';

const title = '<title>Submitting Callback</title>';
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '');

/**
 * Has an answer by a form (`response_mode=form_post`) look like our other pages. The engine's own has a script inside, which
 * it adds to the policy of the page, and English words alone; it lets nobody put another one in its place.
 */
export function showFormPosts(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const policy = ctx.response.get('Content-Security-Policy');
    await next();
    const { body } = ctx;
    if (typeof body !== 'string' || !body.includes(title)) return;
    const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(body) ?? [];
    const fields = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/>/g)];
    ctx.set('Content-Security-Policy', policy);
    const { status } = ctx;
    await show(ctx as unknown as KoaContextWithOIDC, {
      name: 'form-post',
      action: plain(action),
      fields: fields.map(([, name = '', value = '']) => [name, plain(value)]),
    });
    ctx.status = status;
  });
}
