import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/**
 * Notes the statements that this process sends to Postgres until the test ends, also those of the service of the file. Workers send
 * theirs whenever they like, so a test asks for those that name something.
 */
export function statementsSent(): { since: () => string[]; forget: () => void } {
  const texts: string[] = [];
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given;
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text;
    texts.push(typeof text === 'string' ? text.trim() : '');
    return Reflect.apply(query as () => unknown, this, given) as never;
  });
  onTestFinished(() => spy.mockRestore());
  return { since: () => [...texts], forget: () => void texts.splice(0) };
}
