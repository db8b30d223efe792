import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const files = globSync('dashboard/src/**/*.tsx', { exclude: ['dashboard/src/generated/**'] }).map((path) => ({
  path,
  source: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
}));

function* nodesIn(node: ts.Node): Generator<ts.Node> {
  yield node;
  for (const child of node.getChildren()) yield* nodesIn(child);
}

/** The value of an attribute as it is written. */
const attributeOf = (opening: ts.JsxOpeningLikeElement, name: string): string | undefined =>
  opening.attributes.properties
    .filter(ts.isJsxAttribute)
    .find((one) => one.name.getText() === name)
    ?.initializer?.getText();

const places = <Found>(look: (node: ts.Node, place: string) => Found | undefined): Found[] =>
  files.flatMap(({ path, source }) =>
    [...nodesIn(source)].flatMap((node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      return look(node, `${path}:${line + 1}`) ?? [];
    }),
  );

test('a name for screen readers contains what the button shows, so that voices can press it (WCAG 2.2, 2.5.3)', () => {
  const buttons = places((node, place) => {
    if (!ts.isJsxElement(node)) return undefined;
    const name = attributeOf(node.openingElement, 'aria-label');
    const shown = node.children.filter(ts.isJsxExpression).flatMap((one) => one.expression?.getText() ?? []);
    if (node.openingElement.tagName.getText() !== 'Button' || !name || shown.length !== 1) return undefined;
    return { place, name, shown: String(shown[0]) };
  });
  expect(buttons.length).toBeGreaterThan(10);
  expect(buttons.filter(({ name, shown }) => !name.includes(`\${${shown}}`))).toEqual([]);
});

test('what scrolls gets the focus, so that a keyboard can scroll it (WCAG 2.2, 2.1.1)', () => {
  const blocks = places((node, place) => {
    if (!ts.isJsxOpeningElement(node) || node.tagName.getText() !== 'Code') return undefined;
    if (attributeOf(node, 'style')?.includes("whiteSpace: 'pre-wrap'")) return undefined;
    const isBlock = node.attributes.properties.some((one) => one.name?.getText() === 'block');
    return isBlock ? { place, tabIndex: attributeOf(node, 'tabIndex') } : undefined;
  });
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter(({ tabIndex }) => tabIndex !== '{0}')).toEqual([]);
  const tables = places((node, place) =>
    ts.isJsxOpeningElement(node) && node.tagName.getText() === 'Table.ScrollContainer' ? place : undefined,
  );
  expect(tables.map((place) => place.split(':')[0])).toEqual(['dashboard/src/ui/scrolled-table.tsx']);
});
