import type { TestService } from './service.ts';

/** What a page answered, as a browser sees it before it goes on. */
export interface Visited {
  status: number;
  text: string;
  /** Where it leads, if anywhere. */
  location: string;
}

/** A browser without scripts: it keeps cookies, and goes nowhere by itself. */
export interface Visitor {
  get: (path: string) => Promise<Visited>;
  post: (path: string, form: Record<string, string>, headers?: Record<string, string>) => Promise<Visited>;
  /** Goes on to wherever a page leads, until one shows something. */
  follow: (visited: Visited) => Promise<Visited>;
}

export function aVisitor({ origin }: Pick<TestService, 'origin'>): Visitor {
  const cookies = new Map<string, string>();
  const visit = async (path: string, init: RequestInit): Promise<Visited> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const answer = await fetch(origin + path, { ...init, headers, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location') ?? '';
    return { status: answer.status, text: await answer.text(), location };
  };
  const visitor: Visitor = {
    get: (path) => visit(path, { headers: { accept: 'text/html' } }),
    post: (path, form, headers = {}) =>
      visit(path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { accept: 'text/html', ...headers },
      }),
    async follow(visited) {
      let at = visited;
      for (let hops = 0; at.status === 303 && hops < 10; hops++) at = await visitor.get(at.location);
      return at;
    },
  };
  return visitor;
}

/** The hidden field of a form. */
export function fieldOf({ text }: Pick<Visited, 'text'>, name: string): string {
  const [, value] = new RegExp(`name="${name}" value="([^"]*)"`).exec(text) ?? [];
  if (value === undefined) throw new Error(`no field ${name} in ${text}`);
  return value;
}

/** The heading of a page. */
export const headingOf = ({ text }: Pick<Visited, 'text'>): string | undefined =>
  /<h1>([^<]*)<\/h1>/.exec(text)?.[1];
