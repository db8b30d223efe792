import { Failure, type FailureCode } from '../../failure.ts';

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;

export type Operator = (typeof operators)[number];

/** A parsed filter; `at` is the 0-based offset of the path in the text. */
export type Filter =
  | { kind: 'and' | 'or'; terms: Filter[] }
  | { kind: 'not'; term: Filter }
  | { kind: 'present'; path: string; at: number }
  | { kind: 'compare'; path: string; operator: Operator; value: string | number | boolean | null; at: number }
  /** `attr[filter]`: one element matches all of it. */
  | { kind: 'values'; path: string; filter: Filter; at: number };

/** The path of a PATCH operation (RFC 7644 section 3.5.2, `PATH`). */
export interface Path {
  /** `[URN:]name[.sub]`, as written. */
  path: string;
  filter?: Filter;
  /** The sub-attribute after a filter in brackets. */
  sub?: string;
}

export const filterLimits = { characters: 4096, depth: 10, terms: 64 } as const;

/**
 * Parses a filter (RFC 7644 section 3.4.2.2): `not` before `and` before `or`. Reads every character a bounded
 * number of times. Also reads `attr[filter].sub eq "x"`, which must hold of one and the same element.
 * @throws {Failure} SCIM_FILTER_INVALID; `detail` names what was expected and the position
 */
export function parseFilter(text: string): Filter {
  const parser = new Parser(text, 'SCIM_FILTER_INVALID');
  return parser.whole(() => parser.disjunction(0, false), 'and, or or the end');
}

/** @throws {Failure} SCIM_PATH_INVALID; SCIM_FILTER_INVALID for what is in its brackets (RFC 7644 table 9) */
export function parsePath(text: string): Path {
  const parser = new Parser(text, 'SCIM_PATH_INVALID');
  return parser.whole(() => parser.path(), '[ or the end');
}

const nameCharacter = /[\w$.:-]/;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /^[a-z$][\w$-]*$/i;

class Parser {
  private readonly text: string;
  private code: FailureCode;
  private at = 0;
  private terms = 0;

  constructor(text: string, code: FailureCode) {
    this.text = text;
    this.code = code;
    if (text.length > filterLimits.characters)
      this.refuse(`it may have at most ${filterLimits.characters} characters`);
  }

  whole<T>(read: () => T, expected: string): T {
    this.space();
    const result = read();
    this.space();
    if (this.at < this.text.length) this.expected(expected);
    return result;
  }

  path(): Path {
    const path = this.attributePath();
    if (!this.take('[')) return { path };
    this.code = 'SCIM_FILTER_INVALID';
    const filter = this.valueFilter(0);
    this.code = 'SCIM_PATH_INVALID';
    return this.take('.') ? { path, filter, sub: this.subAttribute() } : { path, filter };
  }

  disjunction(depth: number, inBrackets: boolean): Filter {
    return this.joined('or', () => this.joined('and', () => this.term(depth, inBrackets)));
  }

  private joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const first = read();
    const terms = [first];
    while (this.takeLogical(kind)) terms.push(read());
    return terms.length === 1 ? first : { kind, terms };
  }

  private term(depth: number, inBrackets: boolean): Filter {
    this.space();
    if (this.takeNot()) return { kind: 'not', term: this.group(depth, inBrackets) };
    return this.text[this.at] === '(' ? this.group(depth, inBrackets) : this.expression(depth, inBrackets);
  }

  private group(depth: number, inBrackets: boolean): Filter {
    this.deeper(depth);
    this.at++;
    const filter = this.disjunction(depth + 1, inBrackets);
    this.space();
    if (!this.take(')')) this.expected('and, or or )');
    return filter;
  }

  private expression(depth: number, inBrackets: boolean): Filter {
    const at = this.at;
    const path = this.attributePath();
    if (this.text[this.at] !== '[') return this.comparison(path, at);
    if (inBrackets) this.refuse(`brackets must not be inside brackets, at position ${this.at}`);
    this.at++;
    const filter = this.valueFilter(depth);
    if (!this.take('.')) return { kind: 'values', path, filter, at };
    const subAt = this.at;
    const also = this.comparison(this.subAttribute(), subAt);
    const terms = filter.kind === 'and' ? [...filter.terms, also] : [filter, also];
    return { kind: 'values', path, filter: { kind: 'and', terms }, at };
  }

  /** Parses a filter in brackets, after the opening bracket has been read. */
  private valueFilter(depth: number): Filter {
    this.deeper(depth, this.at - 1);
    const filter = this.disjunction(depth + 1, true);
    this.space();
    if (!this.take(']')) this.expected('and, or or ]');
    return filter;
  }

  private comparison(path: string, at: number): Filter {
    if (++this.terms > filterLimits.terms)
      this.refuse(`it may have at most ${filterLimits.terms} comparisons, at position ${at}`);
    this.space();
    const operatorAt = this.at;
    const word = this.word().toLowerCase();
    if (word === 'pr') return { kind: 'present', path, at };
    const operator = operators.find((each) => each === word);
    if (operator === undefined) return this.expected('an operator', operatorAt);
    // RFC 7644 itself writes `members[value eq"2819…"]` in section 3.5.2.2.
    if (!isSpace(this.text[this.at]) && this.text[this.at] !== '"') this.expected('a space');
    this.space();
    return { kind: 'compare', path, operator, value: this.value(), at };
  }

  private attributePath(): string {
    const at = this.at;
    const path = this.word();
    const colon = path.lastIndexOf(':');
    const names = path.slice(colon + 1).split('.');
    const prefixed = colon === -1 || path.slice(0, 4).toLowerCase() === 'urn:';
    // A dot may stand behind the URN as well.
    if (!prefixed || names.length > (colon === -1 ? 2 : 3) || !names.every((each) => name.test(each)))
      this.expected('an attribute', at);
    return path;
  }

  private subAttribute(): string {
    const at = this.at;
    const word = this.word();
    if (!name.test(word)) this.expected('a sub-attribute', at);
    return word;
  }

  private value(): string | number | boolean | null {
    const at = this.at;
    const first = this.text[at];
    if (first === '"') return this.string();
    number.lastIndex = at;
    const digits = number.exec(this.text)?.[0];
    if (digits !== undefined) {
      this.at += digits.length;
      const value = Number(digits);
      if (!Number.isFinite(value) || this.inWord()) this.expected('a number', at);
      return value;
    }
    const literal = literals.get(this.word().toLowerCase());
    return literal === undefined
      ? this.expected('text in double quotes, a number, true, false or null', at)
      : literal;
  }

  private string(): string {
    const at = this.at++;
    while (this.at < this.text.length && this.text[this.at] !== '"')
      this.at += this.text[this.at] === '\\' ? 2 : 1;
    if (!this.take('"')) this.expected('a closing quote', this.text.length);
    let value: string;
    try {
      value = JSON.parse(this.text.slice(at, this.at)) as string;
    } catch {
      return this.expected('text in the form of JSON', at);
    }
    // Postgres stores neither.
    if (value.includes('\0') || !value.isWellFormed())
      this.expected('text without NUL or unpaired surrogates', at);
    return value;
  }

  /** `and` and `or` stand between spaces or brackets. */
  private takeLogical(kind: 'and' | 'or'): boolean {
    const start = this.at;
    this.space();
    const end = this.at + kind.length;
    if (this.text.slice(this.at, end).toLowerCase() === kind && !isNameCharacter(this.text[end])) {
      const before = this.text[this.at - 1];
      if (!isSpace(before) && before !== ')' && before !== ']') this.expected('a space');
      this.at = end;
      if (!isSpace(this.text[end]) && this.text[end] !== '(') this.expected('a space');
      return true;
    }
    this.at = start;
    return false;
  }

  /** `not` is a name like any other unless a parenthesis follows. */
  private takeNot(): boolean {
    const start = this.at;
    if (this.text.slice(start, start + 3).toLowerCase() !== 'not') return false;
    this.at += 3;
    this.space();
    if (this.text[this.at] === '(') return true;
    this.at = start;
    return false;
  }

  private word(): string {
    const start = this.at;
    while (this.inWord()) this.at++;
    return this.text.slice(start, this.at);
  }

  private inWord(): boolean {
    return isNameCharacter(this.text[this.at]);
  }

  private space(): void {
    while (isSpace(this.text[this.at])) this.at++;
  }

  private take(mark: string): boolean {
    if (this.text[this.at] !== mark) return false;
    this.at++;
    return true;
  }

  private deeper(depth: number, at = this.at): void {
    if (depth >= filterLimits.depth)
      this.refuse(`brackets may be nested at most ${filterLimits.depth} deep, at position ${at}`);
  }

  private expected(what: string, at = this.at): never {
    const end = at >= this.text.length ? ', where it ends' : '';
    return this.refuse(`expected ${what} at position ${Math.min(at, this.text.length)}${end}`);
  }

  private refuse(detail: string): never {
    throw new Failure(this.code, { detail });
  }
}

const literals = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

const isNameCharacter = (character: string | undefined): boolean =>
  character !== undefined && nameCharacter.test(character);
