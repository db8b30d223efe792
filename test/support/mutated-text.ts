import fc from 'fast-check';

/** Positions are fractions, so that they fit every text. */
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const insertion = fc.oneof(
  fc.constantFrom(
    '<!---->',
    '<!--',
    '<![CDATA[x]]>',
    '<?x?>',
    '&#0;',
    '&lt;',
    '&amp;',
    '&x;',
    ']]>',
    '\0',
    '\r\n',
    '\ud800',
    ' ID="_assertion"',
    ' xmlns="urn:x"',
    ' xmlns:saml="urn:x"',
    '<x/>',
    '</x>',
    '"',
    "'",
    '>',
    'victim@example.com',
    '<saml:NameID>victim@example.com</saml:NameID>',
    '<ds:Object/>',
    '=',
    '%00',
    '+',
    '&SAMLRequest=x',
    '&RelayState=y',
  ),
  fc.string({ maxLength: 4 }),
);

/** One change to a text: XML, or a query. */
export type Mutation =
  | { kind: 'insert'; at: number; text: string }
  | { kind: 'remove'; at: number; length: number }
  | { kind: 'repeat' | 'move'; at: number; length: number; to: number }
  | { kind: 'replace'; at: number; text: string };
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fraction, text: insertion }),
  fc.record({ kind: fc.constant('remove' as const), at: fraction, length: fc.nat(200) }),
  fc.record({
    kind: fc.constantFrom('repeat' as const, 'move' as const),
    at: fraction,
    length: fc.nat(2_000),
    to: fraction,
  }),
  fc.record({ kind: fc.constant('replace' as const), at: fraction, text: insertion }),
);

/** Moves and removes whole tags and elements more often than not: a cut through a tag is rejected at once. */
const edge = (text: string, at: number): number => {
  const near = text.indexOf('<', Math.floor(at * text.length));
  return near < 0 || at < 0.2 ? Math.floor(at * text.length) : near;
};

function mutate(text: string, change: Mutation): string {
  const at = edge(text, change.at);
  if (change.kind === 'insert') return text.slice(0, at) + change.text + text.slice(at);
  if (change.kind === 'replace') return text.slice(0, at) + change.text + text.slice(at + change.text.length);
  const close = text.indexOf('>', at + change.length);
  const part = text.slice(at, close < 0 ? at + change.length : close + 1);
  const without = text.slice(0, at) + text.slice(at + part.length);
  if (change.kind === 'remove') return without;
  const base = change.kind === 'move' ? without : text;
  const to = edge(base, change.to);
  return base.slice(0, to) + part + base.slice(to);
}
/** Draws changes to one text. */
export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

/** Applies changes to a text, which may then be anything. */
export const applied = (text: string, changes: readonly Mutation[]): string => changes.reduce(mutate, text);
