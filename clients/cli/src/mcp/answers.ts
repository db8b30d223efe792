// Answers as the model gets them: bounded, without secrets, and with every sign visible.
import { isObject } from '../../../../src/lib/object.ts';
import { withoutSecrets } from '../failures.ts';
import type { Io } from '../io.ts';
import { shownLines } from '../shown.ts';

/** The largest result in bytes of JSON. A client of MCP warns of larger ones, or cuts them. */
export const largestResult = 60_000;

export type Value = Readonly<Record<string, unknown>>;

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Returns a value whose texts went through a function, the names of fields included. */
function mapped(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => mapped(one, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [text(name), mapped(one, text)]));
}

/**
 * Returns a value as the model may see it. Texts of tenants may hold signs that hide a part of the text, or show it in another order. A
 * secret may stand where none belongs, such as a description.
 */
export function visible(value: unknown, io: Pick<Io, 'env'>, showSecrets: boolean): unknown {
  return mapped(value, (text) => shownLines(showSecrets ? text : withoutSecrets(text, io)));
}

/** Returns as many items as fit. The next page would begin behind items that were left out, so its cursor is left out as well. */
function cutList(list: Record<string, unknown>, name: string, items: readonly unknown[]): Value {
  const { nextCursor: _, ...pagination } = isObject(list['pagination']) ? list['pagination'] : {};
  const withItems = (count: number): Value => ({
    ...list,
    [name]: items.slice(0, count),
    ...(list['pagination'] !== undefined && { pagination }),
    cut: `Only ${count} of the ${items.length} items of this page fit into a result. To go on, call again with \`limit\`: ${Math.max(1, count)}.`,
  });
  let size = bytesOf(withItems(0));
  let count = 0;
  for (const item of items) {
    size += bytesOf(item) + 1;
    if (size > largestResult) break;
    count += 1;
  }
  return withItems(count);
}

/** The answer does not fit, and no part of it would be true. */
export class TooLarge extends Error {
  constructor(bytes: number) {
    super(
      `The answer has ${bytes} bytes. A result has at most ${largestResult}. Ask for less, or let the user run the command.`,
    );
  }
}

/** Returns an answer as an object that fits. @throws {TooLarge} */
export function bounded(answer: unknown): Value {
  const value: Value = isObject(answer) ? answer : answer === undefined ? { done: true } : { value: answer };
  const bytes = bytesOf(value);
  if (bytes <= largestResult) return value;
  for (const name of ['data', 'Resources'])
    if (Array.isArray(value[name])) {
      const cut = cutList({ ...value }, name, value[name]);
      if (bytesOf(cut) <= largestResult && (cut[name] as unknown[]).length > 0) return cut;
    }
  throw new TooLarge(bytes);
}
