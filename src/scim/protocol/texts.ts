import { folded } from '../../lib/name-key.ts';
import type { Attribute } from './schema.ts';

/** The texts that one request compares. Each is folded once, however often it is compared: folding costs more than comparing. */
export class Texts {
  private readonly folded = new Map<string, string>();
  private readonly numbers = new Map<string, number>();

  fold(text: string): string {
    const known = this.folded.get(text);
    if (known !== undefined) return known;
    const key = folded(text);
    this.folded.set(text, key);
    return key;
  }

  /** A value of an attribute as it is compared: in all its spellings, unless the schema says `caseExact`. */
  comparable<Value>(attribute: Attribute | undefined, value: Value): Value | string {
    return typeof value === 'string' && !attribute?.caseExact ? this.fold(value) : value;
  }

  /** A short name of a value: equal values have the same one. */
  nameOf(value: unknown): string {
    if (typeof value !== 'string') return JSON.stringify(value) ?? '';
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return `#${number}`;
  }
}
