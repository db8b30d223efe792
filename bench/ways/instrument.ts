import { type ESTree, parseAst } from 'vite';

type Node = ESTree.Node;

/** An insertion into a text. */
interface Insertion {
  at: number;
  text: string;
}

/**
 * Returns code whose functions call `keywardEnter` first, with the file and their place in it.
 * @param code JavaScript
 */
export function instrument(code: string, file: string): string {
  const insertions: Insertion[] = [];
  let place = 0;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, body } = node as { type?: string; body?: Node };
    if (body && /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type ?? '')) {
      const call = `globalThis.keywardEnter?.(${JSON.stringify(file)}, ${place++})`;
      if (body.type === 'BlockStatement') insertions.push({ at: body.start + 1, text: `${call};` });
      else insertions.push({ at: body.start, text: `(${call}, ` }, { at: body.end, text: ')' });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code));
  // From the end, so that the places before it stay. Of two at one place, the inner one closes first.
  let written = code;
  for (const { at, text } of inOrder(insertions).toReversed())
    written = written.slice(0, at) + text + written.slice(at);
  return written;
}

/** A sort keeps the order of an outer function before the inner one. At an end, the inner one comes first, and both say `)`. */
const inOrder = (insertions: readonly Insertion[]): Insertion[] => insertions.toSorted((a, b) => a.at - b.at);
