import { DOMParser, type Element, type Node, XMLSerializer } from '@xmldom/xmldom';
import fc from 'fast-check';

/** Numbers choose elements and attributes by their position, so that each fits every document. */
const any = fc.nat(10_000);

const wrappers = [
  ['urn:oasis:names:tc:SAML:2.0:protocol', 'samlp:Extensions'],
  ['urn:oasis:names:tc:SAML:2.0:assertion', 'saml:Advice'],
  ['http://www.w3.org/2000/09/xmldsig#', 'ds:Object'],
  ['urn:x', 'x:wrap'],
] as const;

/** One change to the tree of a document, as an attacker makes it who has captured signed messages. */
export type TreeChange =
  | { kind: 'copy' | 'move'; from: number; to: number; place: 'before' | 'after' | 'inside'; newIds: boolean }
  | { kind: 'graft'; from: number; to: number; place: 'before' | 'after' | 'inside' }
  | { kind: 'remove'; at: number }
  | { kind: 'wrap'; at: number; wrapper: number }
  | { kind: 'attribute'; at: number; attribute: number; value: string | number }
  | { kind: 'text'; at: number; text: string };

const place = fc.constantFrom('before' as const, 'after' as const, 'inside' as const);

/** Draws changes. `texts` are the values that an attacker would like to see. */
export const treeChanges = (texts: readonly string[]): fc.Arbitrary<TreeChange[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constantFrom('copy' as const, 'move' as const),
          from: any,
          to: any,
          place,
          newIds: fc.boolean(),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('graft' as const), from: any, to: any, place }) },
      fc.record({ kind: fc.constant('remove' as const), at: any }),
      fc.record({ kind: fc.constant('wrap' as const), at: any, wrapper: fc.nat(wrappers.length - 1) }),
      fc.record({
        kind: fc.constant('attribute' as const),
        at: any,
        attribute: any,
        value: fc.oneof(fc.constantFrom(...texts, ''), any),
      }),
      fc.record({ kind: fc.constant('text' as const), at: any, text: fc.constantFrom(...texts) }),
    ),
    { minLength: 1, maxLength: 4 },
  );

const parse = (xml: string) =>
  new DOMParser({
    errorHandler: (_level, message) => {
      throw new Error(message);
    },
  }).parseFromString(xml, 'text/xml');

const isElement = (node: Node): node is Element => node.nodeType === 1;
const elementsIn = (element: Element): Element[] => [
  element,
  ...Array.from(element.childNodes).filter(isElement).flatMap(elementsIn),
];
const at = <T>(list: readonly T[], position: number): T | undefined => list[position % list.length];

/**
 * Applies changes to a document, which stays well-formed.
 * @param donor another signed message, which gives the elements that are grafted
 */
export function changedTree(xml: string, donor: string, changes: readonly TreeChange[]): string {
  const document = parse(xml);
  const donated = elementsIn(parse(donor).documentElement);
  const all = (): Element[] => elementsIn(document.documentElement);

  const put = (element: Element, to: number, where: 'before' | 'after' | 'inside'): void => {
    const target = at(all(), to) as Element;
    const parent = target.parentNode;
    // There is one root, and no element may be put into itself.
    if (elementsIn(element).includes(target)) return;
    if (where === 'inside' || target === document.documentElement) target.insertBefore(element, null);
    else if (where === 'before') parent?.insertBefore(element, target);
    else parent?.insertBefore(element, following(target));
  };

  for (const change of changes) {
    if (change.kind === 'graft')
      put(document.importNode(at(donated, change.from) as Element, true), change.to, change.place);
    else if (change.kind === 'copy') {
      const copy = document.importNode(at(all(), change.from) as Element, true);
      if (change.newIds) renameIds(copy);
      put(copy, change.to, change.place);
    } else if (change.kind === 'move') {
      const element = at(all(), change.from) as Element;
      const target = at(all(), change.to) as Element;
      if (element === document.documentElement || elementsIn(element).includes(target)) continue;
      element.parentNode?.removeChild(element);
      put(element, all().indexOf(target), change.place);
    } else if (change.kind === 'remove') {
      const element = at(all(), change.at) as Element;
      if (element !== document.documentElement) element.parentNode?.removeChild(element);
    } else if (change.kind === 'wrap') {
      const element = at(all(), change.at) as Element;
      const [namespace, name] = wrappers[change.wrapper] ?? wrappers[0];
      const wrapper = document.createElementNS(namespace, name);
      if (element === document.documentElement) continue;
      element.parentNode?.insertBefore(wrapper, element);
      wrapper.appendChild(element);
    } else if (change.kind === 'attribute') {
      const owned = all().flatMap((element) =>
        Array.from(element.attributes)
          .filter(({ name }) => !name.startsWith('xmlns'))
          .map((attribute) => ({ element, attribute })),
      );
      const chosen = at(owned, change.attribute);
      const value =
        typeof change.value === 'number' ? at(owned, change.value)?.attribute.value : change.value;
      if (chosen && value !== undefined) chosen.element.setAttribute(chosen.attribute.name, value);
    } else if (change.kind === 'text') {
      const leaf = at(
        all().filter((element) => !Array.from(element.childNodes).some(isElement)),
        change.at,
      );
      if (!leaf) continue;
      for (const node of Array.from(leaf.childNodes)) leaf.removeChild(node);
      leaf.appendChild(document.createTextNode(change.text));
    }
  }
  return new XMLSerializer().serializeToString(document);
}

function following(element: Element): Node | null {
  const siblings = Array.from(element.parentNode?.childNodes ?? []);
  return siblings[siblings.indexOf(element) + 1] ?? null;
}

function renameIds(element: Element): void {
  for (const one of elementsIn(element)) {
    const id = one.getAttributeNode('ID')?.value;
    if (id) one.setAttribute('ID', `${id}x`);
  }
}
