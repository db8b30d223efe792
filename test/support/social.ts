import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import type { TestService } from './service.ts';
import type { Client } from './client.ts';
import { CookieJar } from './cookie-jar.ts';
import type { Person, Seen } from './person.ts';
import { receiverCa, trustReceivers } from './receiver.ts';

/** A provider in a process of its own. */
export interface SocialIssuer {
  url: string;
  /** Says who sits before the browser, and lets the provider know them. */
  become: (claims: Record<string, string>) => Promise<void>;
  /** Goes where the browser was led, until it is led back to us. It is a browser without memory, or one with these cookies. */
  visit: (url: string, cookies?: CookieJar) => Promise<string>;
  register: (redirectUri: string, more?: Record<string, string>) => Promise<void>;
  /** Gives the provider another key. */
  rotate: (overlap?: { overlaps: 'yes' }) => Promise<void>;
  /** Signs out at the page of the provider, and returns where it leads, if anywhere. */
  leave: (url: string, cookies: CookieJar) => Promise<string | undefined>;
  close: () => void;
}

// Deno's own fetch believes no authority of ours.
const dispatcher = new Agent({ connect: { ca: receiverCa.ca } });

const file = fileURLToPath(new URL('social-issuer.ts', import.meta.url));
const flags = /deno[^/]*$/.test(process.execPath) ? ['run', '-A'] : [];

/** @param asks whether it shows a page first */
export async function startSocialIssuer({ asks = false } = {}): Promise<SocialIssuer> {
  trustReceivers();
  const { cert, key } = await receiverCa.issue();
  const child = spawn(process.execPath, [...flags, file], {
    env: { PATH: process.env['PATH'], CERT: cert, KEY: key, ...(asks ? { ASKS: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The first line is the first it writes.
  const url = await new Promise<string>((found, failed) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      printed += more;
      const issuer = /^issuer (\S+)$/m.exec(printed)?.[1];
      if (issuer !== undefined) found(issuer);
    });
    child.once('close', () => failed(new Error(`no provider: ${printed}`)));
  });
  const tell = async (path: string, fields: Record<string, string>) => {
    await (await fetch(`${url}${path}?${new URLSearchParams(fields).toString()}`, { dispatcher })).text();
  };
  return {
    url,
    close: () => void child.kill('SIGKILL'),
    become: (claims) => tell('/become', claims),
    register: (redirectUri, more = {}) => tell('/register', { redirect_uri: redirectUri, ...more }),
    rotate: (overlap) => tell('/rotate', { ...overlap }),
    async leave(first, cookies) {
      const ask = async (at: string, form?: Record<string, string>) => {
        const { pathname } = new URL(at);
        const body = form && new URLSearchParams(form);
        const answer = await fetch(at, {
          redirect: 'manual',
          headers: cookies.sent(pathname),
          dispatcher,
          ...(body ? { method: 'POST', body } : {}),
        });
        cookies.keep(answer, pathname);
        return { text: await answer.text(), location: answer.headers.get('location') ?? undefined };
      };
      const { text } = await ask(first);
      const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
      const [, action] = /action="([^"]+)"/.exec(text) ?? [];
      if (xsrf === undefined || action === undefined) throw new Error(`no page that asks: ${text}`);
      return (await ask(action, { xsrf, logout: 'yes' })).location;
    },
    async visit(first, cookies = new CookieJar()) {
      let at = first;
      for (let hops = 0; hops < 10; hops++) {
        const { pathname } = new URL(at);
        const answer = await fetch(at, { redirect: 'manual', headers: cookies.sent(pathname), dispatcher });
        await answer.text();
        cookies.keep(answer, pathname);
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${at} leads nowhere: ${answer.status}`);
        at = new URL(location, at).href;
        if (!at.startsWith(url)) return at;
      }
      throw new Error('too many redirects');
    },
  };
}

/** A social provider, by default one of no kind in particular. */
export async function aSocialProvider(client: Client, fields: Record<string, unknown> = {}) {
  const { status, body } = await client.call('createSocialProvider', {
    body: {
      provider: 'oidc',
      name: 'Acme',
      clientId: `client-${crypto.randomUUID()}`,
      clientSecret: 'a secret of the test',
      issuer: 'https://issuer.invalid',
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no social provider: ${JSON.stringify(body)}`);
  return body as { id: string; callbackUrl: string };
}

/** Where a button of a page leads to. */
export async function press(person: Person, page: Seen, action: string): Promise<Seen> {
  const form = page.forms.find((one) => one.action.endsWith(action));
  if (!form) throw new Error(`${page.title} has no form ${action}`);
  return person.post(form.action, form.fields);
}

export const locationOf = (answer: Seen): URL =>
  new URL(answer.headers.get('location') ?? '', 'https://own.invalid');

/** The path of a URL of ours, below the origin. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the user of an account, and the user's fields. */
export const linksOf = ({ sql }: Pick<TestService, 'sql'>, sub: string) =>
  sql<{
    user_id: string;
    email: string | null;
    email_verified: boolean;
    source: string;
    username: string;
    roles: string;
  }>(
    `select l.user_id, u.email, u.email_verified, u.source, u.username, u.roles::text as roles
       from social_links l join users u on u.org_id = l.org_id and u.id = l.user_id where l.subject = $1`,
    [sub],
  );
