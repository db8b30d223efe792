import { readCookies } from '../../src/lib/cookie.ts';
import { type Answer, createClient } from './client.ts';

/** A page as a person without JavaScript has it before them. */
export interface Seen extends Answer {
  /** Where it is, below the origin. */
  path: string;
  /** The HTML, or nothing for a redirect. */
  text: string;
  title: string;
  forms: SeenForm[];
}

export interface SeenForm {
  action: string;
  fields: Record<string, string>;
}

/** A browser without JavaScript: it keeps cookies, follows redirects and sends the forms that pages have. */
export interface Person {
  cookies: Map<string, string>;
  /** Opens a path and follows where it leads. */
  open: (path: string) => Promise<Seen>;
  /** Fills in the form of a page, the one whose action ends so, and sends it. */
  send: (page: Seen, values: Record<string, string>, action?: string) => Promise<Seen>;
  /** Sends anything, follows nothing. */
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Seen>;
  get: (path: string, headers?: Record<string, string>) => Promise<Seen>;
  /** Signs in by user name and password, from the first page to the last. */
  signIn: (orgId: string, username: string, password: string) => Promise<Seen>;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

function formsOf(html: string): SeenForm[] {
  return [...html.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)].map(
    ([, action = '', content = '']) => ({
      action: unescaped(action),
      fields: Object.fromEntries(
        [...content.matchAll(/<input[^>]*?>/g)].flatMap(([tag]) => {
          const name = / name="([^"]*)"/.exec(tag)?.[1];
          return name === undefined ? [] : [[name, unescaped(/ value="([^"]*)"/.exec(tag)?.[1] ?? '')]];
        }),
      ),
    }),
  );
}

export function aPerson(
  origin: string,
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
): Person {
  const client = createClient(origin);
  const cookies = new Map<string, string>();
  const ask = async (
    method: string,
    path: string,
    body?: string,
    more: Record<string, string> = {},
  ): Promise<Seen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await client.send(method, path, {
      headers: {
        accept: 'text/html',
        'user-agent': userAgent,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      for (const [name, value] of Object.entries(readCookies(line.split(';')[0]))) cookies.set(name, value);
    }
    const text = String(answer.body ?? '');
    return { ...answer, path, text, title: /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '', forms: formsOf(text) };
  };
  const follow = async (first: Seen): Promise<Seen> => {
    let page = first;
    for (let hops = 0; hops < 10; hops++) {
      const location = page.headers.get('location');
      if (page.status !== 303 || location === null) return page;
      page = await ask('GET', location);
    }
    throw new Error('redirected for ever');
  };
  const person: Person = {
    cookies,
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, fields, headers) => ask('POST', path, new URLSearchParams(fields).toString(), headers),
    open: async (path) => follow(await ask('GET', path)),
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
