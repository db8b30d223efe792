/**
 * A second reading of SCIM filters (RFC 7644 section 3.4.2.2), written apart from src/scim/protocol: its own trees,
 * evaluated over plain resources, and written down as text for the parser of the service to read.
 */
import type { Random } from './random.ts';

export type Tree =
  | { op: 'and' | 'or'; terms: Tree[] }
  | { op: 'not'; term: Tree }
  | { op: 'pr'; leaf: Leaf }
  | { op: 'compare'; by: Comparison; leaf: Leaf; value: string | boolean | null }
  | { op: 'element'; list: Leaf; term: Tree };

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** An attribute as the oracle knows it. */
export interface Leaf {
  /** From the resource, or from an element inside brackets. */
  path: string[];
  /** How a filter names it. */
  name: string;
  type: 'text' | 'exact' | 'binary' | 'boolean' | 'time';
  /** The path that `pr` asks for, if that is more than the path: of `emails`, whether there are any. */
  whole?: string[];
  /** The URN of its schema, which may stand before its name. */
  urn?: string;
  /** An extension's attribute can be named with its URN alone. */
  needsUrn?: boolean;
}

export type Resource = Record<string, unknown>;

/** Every value at a path; of lists, all of them. */
function valuesAt(resource: unknown, path: readonly string[]): unknown[] {
  if (resource === undefined || resource === null) return [];
  if (Array.isArray(resource)) return resource.flatMap((element) => valuesAt(element, path));
  const [first, ...rest] = path;
  if (first === undefined) return [resource];
  return typeof resource === 'object' ? valuesAt((resource as Resource)[first], rest) : [];
}

export function selects(tree: Tree, resource: unknown): boolean {
  switch (tree.op) {
    case 'and':
      return tree.terms.every((term) => selects(term, resource));
    case 'or':
      return tree.terms.some((term) => selects(term, resource));
    case 'not':
      return !selects(tree.term, resource);
    case 'pr':
      return isPresent(tree.leaf.whole ?? tree.leaf.path, resource);
    case 'element':
      return valuesAt(resource, tree.list.path).some((element) => selects(tree.term, element));
    case 'compare':
    default:
      return compares(tree.by, tree.leaf, tree.value, resource);
  }
}

const isPresent = (path: readonly string[], resource: unknown): boolean =>
  valuesAt(resource, path).some((value) => value !== '');

function compares(op: Comparison, leaf: Leaf, wanted: string | boolean | null, resource: unknown): boolean {
  if (wanted === null) return (op === 'eq') !== isPresent(leaf.path, resource);
  if (op === 'ne') return !compares('eq', leaf, wanted, resource);
  return valuesAt(resource, leaf.path).some((value) => holds(op, leaf.type, value, wanted));
}

function holds(op: Comparison, type: Leaf['type'], value: unknown, wanted: string | boolean): boolean {
  if (type === 'boolean') return op === 'eq' && value === wanted;
  if (type === 'time') return ordered(op, Date.parse(String(value)) - Date.parse(String(wanted)));
  const [has, asks] = [String(value), String(wanted)].map((text) => (type === 'text' ? lower(text) : text));
  if (has === undefined || asks === undefined) throw new Error('two texts');
  if (op === 'eq') return has === asks;
  if (op === 'co') return has.includes(asks);
  if (op === 'sw') return has.startsWith(asks);
  if (op === 'ew') return has.endsWith(asks);
  return ordered(op, order(has, asks));
}

function ordered(op: Comparison, difference: number): boolean {
  if (op === 'eq') return difference === 0;
  if (op === 'gt') return difference > 0;
  if (op === 'ge') return difference >= 0;
  return op === 'lt' ? difference < 0 : difference <= 0;
}

/** Each character for itself, as Postgres does it: JavaScript lowers a sigma by where it stands. */
function lower(text: string): string {
  const known = lowered.get(text) ?? [...text].map((character) => character.toLowerCase()).join('');
  lowered.set(text, known);
  return known;
}
const lowered = new Map<string, string>();

/** By code points, and not by halves of them. */
function order(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => [...text].map((character) => character.codePointAt(0) ?? 0));
  if (!left || !right) throw new Error('two texts');
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A tree as a client may write it: any case of names and operators, more brackets and spaces than it needs. */
export function textOf(tree: Tree, chance: Random): string {
  const text = written(tree, chance);
  return chance.happens(0.1) ? `${space(chance)}${text} ` : text;
}

function written(tree: Tree, chance: Random): string {
  switch (tree.op) {
    case 'and':
    case 'or': {
      const word = odd(tree.op, chance);
      return tree.terms
        .map((term) => {
          // "and" binds more than "or"; the rest of the brackets are for show.
          const binds = term.op === 'or' || term.op === 'and' || chance.happens(0.1);
          return binds ? `(${written(term, chance)})` : written(term, chance);
        })
        .join(`${space(chance)}${word}${space(chance)}`);
    }
    case 'not':
      return `${odd('not', chance)}${chance.happens(0.8) ? ' ' : ''}(${written(tree.term, chance)})`;
    case 'pr':
      return `${named(tree.leaf, chance)}${space(chance)}${odd('pr', chance)}`;
    case 'element':
      return `${named(tree.list, chance)}${inBrackets(tree.term, chance)}`;
    case 'compare':
    default:
      return [named(tree.leaf, chance), odd(tree.by, chance), literal(tree.value, chance)].join(
        space(chance),
      );
  }
}

/** `[a and b]` can also be written `[a].b` where b is a comparison. */
function inBrackets(term: Tree, chance: Random): string {
  const terms = term.op === 'and' ? term.terms : [];
  const last = terms.at(-1);
  const behind = last?.op === 'compare' && chance.happens(0.5);
  if (!behind) return `[${written(term, chance)}]`;
  const [first, ...others] = terms.slice(0, -1);
  const before: Tree = others.length === 0 && first ? first : { op: 'and', terms: terms.slice(0, -1) };
  return `[${written(before, chance)}].${written(last, chance)}`;
}

const space = (chance: Random): string => ' '.repeat(chance.happens(0.05) ? 3 : 1);

const odd = (word: string, chance: Random): string =>
  chance.happens(0.7)
    ? word
    : [...word].map((letter) => (chance.happens(0.5) ? letter.toUpperCase() : letter)).join('');

function named({ name, urn, needsUrn = false }: Leaf, chance: Random): string {
  return urn !== undefined && (needsUrn || chance.happens(0.1))
    ? `${odd(urn, chance)}:${odd(name, chance)}`
    : odd(name, chance);
}

function literal(value: string | boolean | null, chance: Random): string {
  if (typeof value !== 'string') return odd(String(value), chance);
  const quoted = JSON.stringify(value);
  const plain = quoted.includes('\\') || chance.happens(0.9);
  return plain ? quoted : quoted.replace(/[a-z\u0080-\uffff]/g, escaped);
}

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

export interface Vocabulary {
  leaves: readonly Leaf[];
  lists: readonly { leaf: Leaf; parts: readonly Leaf[] }[];
  /** Values that are likely to be there. */
  values(leaf: Leaf, chance: Random): string;
}

const texts: readonly Comparison[] = ['eq', 'eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];
const operators: Readonly<Record<Leaf['type'], readonly Comparison[]>> = {
  text: texts,
  exact: texts,
  binary: ['eq', 'ne'],
  boolean: ['eq', 'ne'],
  time: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'],
};

/** A random tree over a vocabulary, seldom deeper than three. */
export function aTree(vocabulary: Vocabulary, chance: Random, depth = 0): Tree {
  const wanted = chance.next();
  if (depth < 4 && wanted < 0.35) {
    const terms = Array.from({ length: 2 + chance.below(2) }, () => aTree(vocabulary, chance, depth + 1));
    return { op: chance.happens(0.5) ? 'and' : 'or', terms };
  }
  if (depth < 4 && wanted < 0.45) return { op: 'not', term: aTree(vocabulary, chance, depth + 1) };
  if (wanted < 0.6 && vocabulary.lists.length > 0) {
    const { leaf, parts } = chance.pick(vocabulary.lists);
    const inner = { ...vocabulary, leaves: parts, lists: [] };
    return { op: 'element', list: leaf, term: aTree(inner, chance, depth + 2) };
  }
  const leaf = chance.pick(vocabulary.leaves);
  if (chance.happens(0.1)) return { op: 'pr', leaf };
  if (chance.happens(0.05))
    return { op: 'compare', by: chance.happens(0.5) ? 'eq' : 'ne', leaf, value: null };
  if (leaf.type === 'boolean') {
    return { op: 'compare', by: chance.happens(0.5) ? 'eq' : 'ne', leaf, value: chance.happens(0.5) };
  }
  return {
    op: 'compare',
    by: chance.pick(operators[leaf.type]),
    leaf,
    value: vocabulary.values(leaf, chance),
  };
}
