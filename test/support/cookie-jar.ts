/** The cookies of a browser, each sent to what is below its path (RFC 6265 section 5.4), and gone when it is told so. */
export class CookieJar {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  set(name: string, value: string, path = '/'): void {
    this.#cookies.set(`${name};${path}`, { name, value, path });
  }

  get(name: string): string | undefined {
    return [...this.#cookies.values()].find((one) => one.name === name)?.value;
  }

  /** Has what another one has, and no less than it had. */
  add(other: CookieJar): void {
    for (const { name, value, path } of other.#cookies.values()) this.set(name, value, path);
  }

  /** The header of a request of this path; none where there is nothing to send. */
  sent(pathname: string): { cookie?: string } {
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    return cookie === '' ? {} : { cookie };
  }

  /** Keeps what an answer to a request of this path sets. */
  keep({ headers }: Pick<Response, 'headers'>, pathname: string): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const path = attributes.find((one) => one.toLowerCase().startsWith('path='))?.slice(5) ?? pathname;
      const equals = pair.indexOf('=');
      const name = pair.slice(0, equals);
      const gone = attributes.some((one) => /^(expires=Thu, 01 Jan 1970|max-age=0)/i.test(one));
      if (gone) this.#cookies.delete(`${name};${path}`);
      else this.set(name, pair.slice(equals + 1), path);
    }
  }
}
