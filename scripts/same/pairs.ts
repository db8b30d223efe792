import { aligned } from './aligned.ts';
import type { Line } from './lines.ts';
import { kindMark } from './recording/kinds.ts';

/** A line of a short diff. */
export interface DiffLine {
  /** The name of a field or a header, or a statement without its values. */
  field: string;
  text: string;
}

/** Two moments in one millisecond are equal by chance, and servers get a free port by chance. */
const equalByChance = /^(?:time|date|epoch|port|ms)$/;

/**
 * Which value of one run stands for which value of the other. Each pair has a number, by its kind and the order of its appearance:
 * `<idn:1>`.
 */
export class Pairs {
  readonly #numbers = [new Map<string, number>(), new Map<string, number>()] as const;
  readonly #counts = new Map<string, number>();

  /** Compares lines, and pairs the values of lines that are equal. Each value must stand for the same one as before. */
  compare(base: readonly Line[], head: readonly Line[]): DiffLine[] {
    return aligned(base, head, ({ text }) => text).flatMap(([one, other]) => {
      if (one && other) {
        if (this.#pair(one, other)) return [];
        return [this.#diff('-', one, 0), this.#diff('+', other, 1)];
      }
      if (one) return [this.#diff('-', one, 0)];
      return other ? [this.#diff('+', other, 1)] : [];
    });
  }

  /** Returns whether the values of both lines stand for each other. */
  #pair(one: Line, other: Line): boolean {
    const names = kindsIn(one);
    let fits = true;
    for (const [at, name] of names.entries()) {
      const [a, b] = [`${name} ${one.values[at]}`, `${name} ${other.values[at]}`];
      const [ofA, ofB] = [this.#numbers[0].get(a), this.#numbers[1].get(b)];
      if (ofA === undefined && ofB === undefined) {
        const number = (this.#counts.get(name) ?? 0) + 1;
        this.#counts.set(name, number);
        this.#numbers[0].set(a, number);
        this.#numbers[1].set(b, number);
      } else if (ofA !== ofB && !equalByChance.test(name)) fits = false;
    }
    return fits;
  }

  #diff(mark: string, line: Line, side: 0 | 1): DiffLine {
    let at = 0;
    const names = kindsIn(line);
    const text = line.text.replace(kindMark, (kind) => {
      const name = names[at];
      const number = this.#numbers[side].get(`${name} ${line.values[at++]}`);
      return number === undefined ? kind : `‹${name}:${number}›`;
    });
    return { field: fieldOf(line.text), text: `${mark} ${text}` };
  }
}

/** Returns the kinds of the values of a line. */
const kindsIn = ({ text }: Line): string[] => [...text.matchAll(kindMark)].map(([, name = '']) => name);

/** Returns the name of a field or a header of a line: `"status"` for `"status": "ACTIVE",`. It is empty for lines without a name. */
export const fieldOf = (text: string): string =>
  text.startsWith('HTTP/')
    ? 'status'
    : (/^\s*((?:\([a-z]+\) )?\s*"[^"]{1,60}")\s*:/.exec(text)?.[1] ??
      /^(\??[\w.-]{1,60})[:=]/.exec(text)?.[1] ??
      '');
