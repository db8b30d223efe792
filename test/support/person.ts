import { type Answer, createClient } from './client.ts';
import { CookieJar } from './cookie-jar.ts';

/** A page as a person without JavaScript has it before them. */
export interface Seen extends Answer {
  /** Where it is, below the origin. */
  path: string;
  /** The HTML, or nothing for a redirect. */
  text: string;
  /** Where it leads, if anywhere. */
  location: string;
  title: string;
  forms: SeenForm[];
}

export interface SeenForm {
  action: string;
  fields: Record<string, string>;
}

/** A browser without JavaScript: it keeps cookies, follows redirects and sends the forms that pages have. */
export interface Person {
  cookies: CookieJar;
  /** Opens a path and follows where it leads. */
  open: (path: string) => Promise<Seen>;
  /** Goes on to wherever a page leads, until one shows something. */
  follow: (page: Seen) => Promise<Seen>;
  /** Fills in the form of a page, the one whose action ends so, and sends it. */
  send: (page: Seen, values: Record<string, string>, action?: string) => Promise<Seen>;
  /** Sends anything, follows nothing. */
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Seen>;
  /** Sends a form with files, follows nothing. */
  upload: (path: string, form: FormData, headers?: Record<string, string>) => Promise<Seen>;
  get: (path: string, headers?: Record<string, string>) => Promise<Seen>;
  /** Signs in by user name and password, from the first page to the last. */
  signIn: (orgId: string, username: string, password: string) => Promise<Seen>;
}

/** Returns the characters that a text of HTML stands for. */
export const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function formsOf(html: string): SeenForm[] {
  return [
    ...html.matchAll(
      /<form method="post" action="([^"]*)"(?: data-submit| enctype="[^"]*")?>([\s\S]*?)<\/form>/g,
    ),
  ].map(([, action = '', content = '']) => ({
    action: unescaped(action),
    fields: Object.fromEntries(
      [...content.matchAll(/<input[^>]*?>/g)].flatMap(([tag]) => {
        const name = / name="([^"]*)"/.exec(tag)?.[1];
        return name === undefined ? [] : [[name, unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')]];
      }),
    ),
  }));
}

export function aPerson(
  origin: string,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  always: Record<string, string> = {},
): Person {
  const client = createClient(origin);
  const cookies = new CookieJar();
  const ask = async (
    method: string,
    path: string,
    body?: string | Uint8Array,
    more: Record<string, string> = {},
  ): Promise<Seen> => {
    const [pathname = ''] = path.split('?', 1);
    const answer = await client.send(method, path, {
      headers: {
        accept: 'text/html',
        'user-agent': userAgent,
        ...always,
        ...cookies.sent(pathname),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    });
    cookies.keep(answer, pathname);
    const text = typeof answer.body === 'string' ? answer.body : '';
    const location = answer.headers.get('location') ?? '';
    const title = /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '';
    return { ...answer, path, text, location, title, forms: formsOf(text) };
  };
  const follow = async (first: Seen): Promise<Seen> => {
    let page = first;
    for (let hops = 0; hops < 10; hops++) {
      if (page.status !== 303 || page.location === '') return page;
      page = await ask('GET', page.location);
    }
    throw new Error('too many redirects');
  };
  const person: Person = {
    cookies,
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, fields, headers) => ask('POST', path, new URLSearchParams(fields).toString(), headers),
    async upload(path, form, headers) {
      const sent = new Response(form);
      const type = sent.headers.get('content-type') ?? '';
      return ask('POST', path, new Uint8Array(await sent.arrayBuffer()), {
        'content-type': type,
        ...headers,
      });
    },
    open: async (path) => follow(await ask('GET', path)),
    follow,
    async send(page, values, action = '') {
      const form = page.forms.find((one) => one.action.endsWith(action));
      if (!form) throw new Error(`${page.path} has no form ${action}: ${page.status} ${page.title}`);
      return follow(await person.post(form.action, { ...form.fields, ...values }));
    },
    async signIn(orgId, username, password) {
      const identifier = await person.open(`/login/${orgId}`);
      const next = await person.send(identifier, { username });
      return person.send(next, { password });
    },
  };
  return person;
}

/** The hidden field of a form. */
export function fieldOf({ text }: Pick<Seen, 'text'>, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(text) ?? [];
  if (value === undefined) throw new Error(`no field ${name} in ${text}`);
  return value;
}
