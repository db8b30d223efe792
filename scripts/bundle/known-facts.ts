// Refuses facts that nothing reads: a misspelled one would add nothing and say nothing.
import type { Mapping, SchemaPlace, Source } from './source.ts';

/** The facts of an operation that stay in the bundle. The service or a tool reads them there. */
const kept = [
  'x-audit',
  'x-caller',
  'x-concurrency',
  'x-cross-site',
  'x-effects',
  'x-ending-callers',
  'x-log',
  'x-max-body',
  'x-metric',
  'x-permission',
  'x-rate-limit',
  'x-reads',
  'x-recent',
  'x-secret',
  'x-transaction',
  'x-work',
];

/** The facts of a schema: those that stay in the bundle, and those that the bundle step reads. */
const ofSchemas = new Set([
  'x-also-called',
  'x-changed-by',
  'x-code',
  'x-hint',
  'x-message',
  'x-open-enum',
  'x-read-by',
  'x-text',
  'x-about',
  'x-changes',
  'x-created',
  'x-creates',
  'x-event-types',
  'x-required',
  'x-shown',
  'x-written',
]);
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

export function refuseUnknownSchemaFacts(schema: Mapping, { report }: SchemaPlace): void {
  for (const key of Object.keys(schema))
    if (key.startsWith('x-') && !ofSchemas.has(key))
      report(`${key} is not a fact of a schema; use ${[...ofSchemas].join(', ')}`);
}
