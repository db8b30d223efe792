// YAML of an answer, for files under version control.
import { Document, isScalar, Scalar, visit } from 'yaml';
import { shownWith } from '../shown.ts';

/** YAML escapes a sign by its code point, where JSON has two halves. */
const shown = (text: string): string =>
  shownWith(text, (sign) => {
    const point = (sign.codePointAt(0) ?? 0).toString(16);
    return point.length > 4 ? `\\U${point.padStart(8, '0')}` : `\\u${point.padStart(4, '0')}`;
  });

/** Returns YAML that holds the same values, without a sign that a terminal obeys. */
export function yamlOf(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      // Only this style has escapes.
      if (isScalar(node) && typeof node.value === 'string' && shown(node.value) !== node.value)
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return shown(document.toString({ lineWidth: 0 }));
}
