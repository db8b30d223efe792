import { folded, signInKey } from '../../lib/name-key.ts';
import type { Attribute } from './schema.ts';

/** The texts that one request compares. Each is folded once, however often it is compared: folding costs more than comparing. */
export class Texts {
  private readonly folded = new Map<string, string>();
  private readonly keys = new Map<string, string>();
  private readonly numbers = new Map<string, number>();

  /** A value of an attribute as it is compared: in all its spellings, unless the schema says `caseExact`. */
  comparable<Value>(attribute: Attribute | undefined, value: Value): Value | string {
    return typeof value === 'string' && !attribute?.caseExact ? once(this.folded, value, folded) : value;
  }

  /**
   * Returns a value of an attribute as `eq` compares it. The `value` of an element may be an e-mail address, and all spellings of its domain
   * are one. SQL does the same (`valuesOf` in ../sql/scim-attributes.ts).
   */
  identifying<Value>(attribute: Attribute | undefined, value: Value): Value | string {
    const isMailbox = typeof value === 'string' && attribute?.name === 'value' && !attribute.caseExact;
    return isMailbox ? once(this.keys, value, signInKey) : this.comparable(attribute, value);
  }

  /** A short name of a value: equal values have the same one. */
  nameOf(value: unknown): string {
    if (typeof value !== 'string') return JSON.stringify(value) ?? '';
    const number = this.numbers.get(value) ?? this.numbers.size;
    this.numbers.set(value, number);
    return `#${number}`;
  }
}

function once(known: Map<string, string>, text: string, make: (text: string) => string): string {
  const key = known.get(text) ?? make(text);
  known.set(text, key);
  return key;
}
