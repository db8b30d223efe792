import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

interface Sent {
  name?: string;
  text?: string;
}

/**
 * Notes the statements that this process sends to Postgres until the test ends, also those of the service of the file. Workers send
 * theirs whenever they like, so a test asks for those that name something.
 */
export function statementsSent(): {
  since: () => string[];
  /** @returns the texts of the named statements by their names */
  named: () => ReadonlyMap<string, string>;
  forget: () => void;
} {
  const texts: string[] = [];
  const named = new Map<string, string>();
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given;
    const { name, text = '' } = typeof asked === 'string' ? { text: asked } : (Object(asked) as Sent);
    texts.push(text.trim());
    if (name !== undefined) named.set(name, text);
    return Reflect.apply(query as () => unknown, this, given) as never;
  });
  onTestFinished(() => spy.mockRestore());
  const forget = (): void => {
    texts.splice(0);
    named.clear();
  };
  return { since: () => [...texts], named: () => named, forget };
}
