import { isUtf8 } from 'node:buffer';

/** The deepest nesting of arrays and objects that is read of a request; a scalar has depth 0. */
const jsonMaxDepth = 64;

/**
 * Bytes that are not the JSON this service reads. The message is a sentence for the client: what is wrong,
 * where, what to do. It repeats nothing of the body except the first 64 characters of a duplicate key.
 */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';
}

/** Limits of a text. A key is not a value. */
interface JsonLimits {
  maxDepth?: number;
  maxValues?: number;
}

/**
 * Parses a request body, or what was made of one, more strictly than `JSON.parse`, so that two readers of
 * the same bytes cannot understand them differently and everything accepted can be stored (RFC 8259, and RFC 7493 "I-JSON"
 * sections 2.1 to 2.3 made mandatory). Refused besides malformed JSON: invalid UTF-8, a byte order mark,
 * a duplicate key in one object (compared after unescaping), NUL or a lone surrogate in a key or string
 * (Postgres stores neither), nesting deeper than `maxDepth`, and numbers that lose their value:
 * infinite ones (1e999) and whole numbers that JSON readers would write as another number (9007199254740993). More than
 * `maxValues` are refused before they are parsed, because each costs as much as hundreds of bytes of a string.
 *
 * Keys such as `__proto__` and `constructor` become own properties of the object, as `JSON.parse` does, and
 * change no prototype; copy such an object by spreading, never by assigning key by key.
 *
 * @throws {JsonRefusal} the caller answers 400 `MALFORMED_JSON` (decisions 6.1)
 */
export function parseJson(
  bytes: Uint8Array,
  { maxDepth = jsonMaxDepth, maxValues = Infinity }: JsonLimits = {},
): unknown {
  if (!isUtf8(bytes)) throw new JsonRefusal('The body is not valid UTF-8: encode it as UTF-8.');
  // A value takes at least two bytes, with its comma.
  if (bytes.length > 2 * maxValues && valuesWritten(bytes) > maxValues)
    throw new JsonRefusal(`The body has more than ${maxValues} values: send fewer in one request.`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's own message quotes the body.
    return readStrictly(text, maxDepth);
  }
  // A raw NUL is malformed and UTF-8 holds no surrogates: only an escape can bring either into a string.
  const walk = new Walk(text.includes('\\u'), maxDepth);
  return walk.accepts(value, 0) && walk.keys === keysWritten(bytes) ? value : readStrictly(text, maxDepth);
}

/** Looks at every part of a parsed value once, and counts the keys that survived parsing. */
class Walk {
  keys = 0;
  private readonly escapes: boolean;
  private readonly maxDepth: number;

  constructor(escapes: boolean, maxDepth: number) {
    this.escapes = escapes;
    this.maxDepth = maxDepth;
  }

  accepts(value: unknown, depth: number): boolean {
    if (typeof value === 'string') return !this.escapes || isStorable(value);
    if (typeof value === 'number') return isFaithful(value);
    if (typeof value !== 'object' || value === null) return true;
    if (depth === this.maxDepth) return false;
    if (Array.isArray(value)) {
      for (const item of value) if (!this.accepts(item, depth + 1)) return false;
      return true;
    }
    for (const [key, item] of Object.entries(value)) {
      this.keys++;
      if (this.escapes && !isStorable(key)) return false;
      if (!this.accepts(item, depth + 1)) return false;
    }
    return true;
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Returns whether a number keeps its value in every spelling. For other numbers the text decides ({@link isKept}). */
function isFaithful(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Whether a number is written again with the value of its text: 1e20 is, 9007199254740993 is not. */
const isKept = (text: string, value: number): boolean => decimalOf(text) === decimalOf(String(value));

/** The value of a number's text: its sign and digits without zeros around them, and its power of ten. */
function decimalOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // Not a pattern: searching for zeros at the end takes quadratic time.
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${mantissa.startsWith('-') ? '-' : ''}${digits.slice(0, end)}e${power}`;
}

/**
 * How many strings of a valid JSON text are keys, which is: are followed by a colon. -1 if a key is written
 * with an escape, because V8 may have misread it: once it has read `{"a":1,"\\":2}`, it reads
 * `{"a":1,"\n":2}` as the same (nodejs/node issue 63785; Node 24 and 26, Deno 2.9).
 */
function keysWritten(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== quote) continue;
    let isEscaped = false;
    for (at++; at < bytes.length && bytes[at] !== quote; at++) {
      if (bytes[at] !== backslash) continue;
      isEscaped = true;
      at++;
    }
    let next = at + 1;
    while (isSpace(bytes[next])) next++;
    if (bytes[next] !== colon) continue;
    if (isEscaped) return -1;
    count++;
  }
  return count;
}

/** How many values a JSON text has. Keys do not count; an empty array or object counts twice. */
function valuesWritten(bytes: Uint8Array): number {
  let count = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === comma || byte === bracket || byte === brace) count++;
    if (byte !== quote) continue;
    for (at++; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
  }
  return count;
}

/** The index after the closing quote of the string that opens at `start`; -1 when it does not close. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return -1;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * The slow second pass, for what the first one doubts: reads the text token by token and returns the value,
 * or throws at the first thing to refuse.
 */
function readStrictly(text: string, maxDepth: number): unknown {
  if (text.startsWith('\uFEFF')) {
    throw new JsonRefusal('The body starts with a byte order mark: send it without one.');
  }
  return new Reader(text, maxDepth).document();
}

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literalToken = /true|false|null/y;

class Reader {
  private readonly text: string;
  private readonly maxDepth: number;
  private at = 0;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  document(): unknown {
    this.space();
    if (this.at === this.text.length) throw new JsonRefusal('The body is empty: send a JSON value.');
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.malformed(this.at);
    return value;
  }

  private value(depth: number): unknown {
    this.space();
    const start = this.at;
    const first = this.text[start];
    if (first === '"') return this.string();
    if (first === '{' || first === '[') {
      if (depth === this.maxDepth) {
        this.refuse(start, `The body is nested deeper than ${this.maxDepth} levels`, 'flatten it');
      }
      this.at++;
      return first === '{' ? this.members(depth + 1) : this.items(depth + 1);
    }
    const literal = this.token(literalToken);
    if (literal !== undefined) return literal === 'null' ? null : literal === 'true';
    const text = this.token(numberToken) ?? this.malformed(start);
    const number = Number(text);
    if (isFaithful(number)) return number;
    if (!Number.isFinite(number))
      this.refuse(
        start,
        'The number is larger than JSON parsers can represent',
        'send it as a string such as "1e999"',
      );
    if (!isKept(text, number)) {
      const remedy = 'send it as a string such as "9007199254740993"';
      this.refuse(start, 'The number has more digits than JSON parsers keep', remedy);
    }
    return number;
  }

  private members(depth: number): unknown {
    const members = new Map<string, unknown>();
    if (!this.skip('}')) {
      do {
        this.space();
        const start = this.at;
        if (this.text[start] !== '"') this.malformed(start);
        const key = this.string();
        if (members.has(key)) {
          this.refuse(start, `The key ${quoted(key)} is repeated in one object`, 'send it once');
        }
        if (!this.skip(':')) this.malformed(this.at);
        members.set(key, this.value(depth));
      } while (this.skip(','));
      if (!this.skip('}')) this.malformed(this.at);
    }
    // Makes own properties, __proto__ included, as JSON.parse does.
    return Object.fromEntries(members);
  }

  private items(depth: number): unknown[] {
    const items: unknown[] = [];
    if (!this.skip(']')) {
      do items.push(this.value(depth));
      while (this.skip(','));
      if (!this.skip(']')) this.malformed(this.at);
    }
    return items;
  }

  private string(): string {
    const start = this.at;
    const end = endOfString(this.text, start);
    if (end === -1) this.refuse(start, 'The body is not valid JSON: a string does not end', 'correct it');
    this.at = end;
    let value: unknown;
    try {
      value = JSON.parse(this.text.slice(start, end));
    } catch {
      this.malformed(start);
    }
    if (typeof value !== 'string') this.malformed(start);
    if (value.includes('\0')) this.refuse(start, 'A string contains NUL (U+0000)', 'remove it');
    if (!value.isWellFormed()) {
      this.refuse(
        start,
        'A string contains an unpaired surrogate',
        'remove it, or send both surrogates of the pair',
      );
    }
    return value;
  }

  private token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private skip(mark: string): boolean {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private space(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  private malformed(at: number): never {
    if (at >= this.text.length) {
      this.refuse(at, 'The body is not valid JSON: it ends too early', 'complete it');
    }
    return this.refuse(at, 'The body is not valid JSON', 'correct it');
  }

  private refuse(at: number, what: string, remedy: string): never {
    const before = this.text.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    throw new JsonRefusal(`${what} (line ${line}, column ${column}): ${remedy}.`);
  }
}

/** A key for a message: cut to 64 characters, without breaking a pair of surrogates. */
function quoted(key: string): string {
  return JSON.stringify(key.length > 64 ? `${key.slice(0, 63).toWellFormed()}…` : key);
}
