import type { Element } from '@xmldom/xmldom';
import { broken } from '../error.ts';
import type { Rule } from '../rules.ts';

/** Elements that may stand at one place in another element. */
export interface Part {
  namespace: string;
  names: readonly string[];
  count: '1' | '?' | '*' | '+';
}

/** Makes the parts of one namespace: `parts(assertion, 'Issuer', 'Subject?', 'AuthnStatement|AttributeStatement*')`. */
export const parts = (namespace: string, ...texts: string[]): Part[] =>
  texts.map((text) => {
    const count = /[?*+]$/.exec(text)?.[0] as '?' | '*' | '+' | undefined;
    return { namespace, names: (count ? text.slice(0, -1) : text).split('|'), count: count ?? '1' };
  });

/** The child elements of an element, by their local names. */
export class Children {
  readonly #found: ReadonlyMap<string, readonly Element[]>;

  constructor(found: ReadonlyMap<string, readonly Element[]>) {
    this.#found = found;
  }

  all(name: string): readonly Element[] {
    return this.#found.get(name) ?? [];
  }

  optional(name: string): Element | undefined {
    return this.all(name)[0];
  }

  one(name: string): Element {
    return this.optional(name) ?? broken('element', name);
  }
}

export const childElements = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);

/**
 * Reads the children of an element, which must be these parts in this order and nothing else. So no element can stand
 * where a reader does not expect it, which every wrapping of signatures needs.
 *
 * @throws {SamlMessageError} rule `element`, or the given one
 */
export function childrenOf(element: Element, sequence: readonly Part[], rule: Rule = 'element'): Children {
  const left = childElements(element);
  if (hasText(element)) broken(rule, `text in ${element.localName}`);
  const found = new Map<string, Element[]>();
  for (const { namespace, names, count } of sequence) {
    const most = count === '*' || count === '+' ? Number.POSITIVE_INFINITY : 1;
    let taken = 0;
    while (taken < most && names.some((name) => isNamed(left[0], namespace, name))) {
      const child = left.shift() as Element;
      found.set(child.localName, [...(found.get(child.localName) ?? []), child]);
      taken += 1;
    }
    if (taken === 0 && (count === '1' || count === '+'))
      broken(rule, `no ${names.join(' or ')} in ${element.localName}`);
  }
  if (left[0]) broken(rule, `${left[0].localName} in ${element.localName}`);
  return new Children(found);
}

export const isNamed = (element: Element | undefined, namespace: string, name: string): boolean =>
  element?.localName === name && element.namespaceURI === namespace;

/** @throws {SamlMessageError} rule `root` */
export function expectNamed(element: Element, namespace: string, name: string): void {
  if (!isNamed(element, namespace, name)) broken('root', `${element.localName}, expected ${name}`);
}

const textNode = 3;

const hasText = (element: Element): boolean =>
  Array.from(element.childNodes).some(
    (node) => node.nodeType === textNode && node.textContent?.trim() !== '',
  );
