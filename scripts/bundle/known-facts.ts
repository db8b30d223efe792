// Refuses facts that nothing reads: a misspelled one would add nothing and say nothing.
import type { Source } from './source.ts';

/** The facts of an operation that stay in the bundle. The service or a tool reads them there. */
const kept = [
  'x-audit',
  'x-caller',
  'x-concurrency',
  'x-cross-site',
  'x-log',
  'x-max-body',
  'x-metric',
  'x-permission',
  'x-rate-limit',
  'x-reads',
  'x-secret',
  'x-transaction',
];
const known = {
  path: new Set(['x-errors']),
  operation: new Set([...kept, 'x-takes', 'x-etag']),
  response: new Set(['x-links']),
};

export function refuseUnknownFacts(source: Source): void {
  for (const at of source.operations) {
    const refuse = (node: object, facts: ReadonlySet<string>, where: string) => {
      for (const key of Object.keys(node))
        if (key.startsWith('x-') && !facts.has(key))
          source.report(at, `${key} is not a fact of ${where}; use ${[...facts].join(', ')}`);
    };
    refuse(at.item, known.path, 'a path');
    refuse(at.operation, known.operation, 'an operation');
    for (const response of Object.values(at.operation.responses))
      refuse(response, known.response, 'a response');
  }
}
