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
  // It inserts from the end, so that the places before stay right.
  let written = code;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at).toReversed())
    written = written.slice(0, at) + text + written.slice(at);
  return written;
}
