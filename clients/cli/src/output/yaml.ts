// YAML of an answer, for files under version control.
import { Document, isScalar, Scalar, visit } from 'yaml';
import { shownWith } from '../shown.ts';

/** YAML escapes a sign by its code point, where JSON has two halves. */
const shown = (text: string): string =>
  shownWith(text, (sign) => {
    const point = (sign.codePointAt(0) ?? 0).toString(16);
    return point.length > 4 ? `\\U${point.padStart(8, '0')}` : `\\u${point.padStart(4, '0')}`;
  });

/** Starts of texts that some reader of YAML 1.1 takes for a number, a symbol or a merge. */
const isDoubtful = (text: string): boolean => /^(?:[\d+.:=-]|<<$)/.test(text);

/**
 * Returns YAML that holds the same values, without a sign that a terminal obeys. Readers of YAML 1.1 (PyYAML, Ruby) are many, and
 * read `NO`, `on` and `12:30` as other values. So a text that either version reads otherwise is quoted.
 */
export function yamlOf(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || typeof node.value !== 'string') return;
      // Only this style has escapes.
      if (shown(node.value) !== node.value || isDoubtful(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return shown(document.toString({ lineWidth: 0 }));
}
