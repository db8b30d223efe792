// The plugin of Redocly that adds to openapi/ what follows from its facts, before Redocly bundles or lints it
// (docs/decisions/0057-contract-facts.md).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { completeEvent, wrapEvent } from './events.ts';
import { concerns } from './facts.ts';
import { type Mapping, Placed, Source, type SourceOperation, type SourcePath } from './source.ts';

/** What this plugin uses of Redocly's document and of its context. */
interface Document {
  paths: Record<string, { $ref: string }>;
  webhooks: Record<string, { $ref: string }>;
  components?: Record<string, Mapping>;
}
interface Location {
  source: { absoluteRef: string };
  child: (keys: string[]) => Location;
}
interface Context {
  location: Location;
  resolve: (ref: { $ref: string }) => { node?: unknown; location?: Location };
  report: (problem: { message: string; location: Location }) => void;
}

const methods = new Set(['get', 'put', 'post', 'patch', 'delete', 'options', 'head']);

/** Returns the operation with its parts in the usual order, independent of the order of their addition. */
function ordered({ parameters, requestBody, responses, ...rest }: SourceOperation): Mapping {
  return { ...rest, ...(parameters && { parameters }), ...(requestBody && { requestBody }), responses };
}

function addWhatFollows(document: Document, context: Context): void {
  const folder = dirname(context.location.source.absoluteRef);
  const locations = new Map<Placed, Location>();
  const operations = Object.entries(document.paths).flatMap(([path, ref]) => {
    const { node, location = context.location } = context.resolve(ref);
    const item = node as SourcePath;
    return Object.keys(item)
      .filter((key) => methods.has(key))
      .map((method) => {
        const placed = new Placed(path, method, item, item[method] as SourceOperation);
        locations.set(placed, location.child([method]));
        return placed;
      });
  });
  const files = new Map<string, Mapping>();
  const source = new Source(operations, (file) => {
    const read = () => parse(readFileSync(join(folder, file), 'utf8'), { merge: true }) as Mapping;
    return files.get(file) ?? files.set(file, read()).get(file) ?? {};
  });
  for (const { apply } of concerns) apply(source);
  for (const [type, ref] of Object.entries(document.webhooks)) {
    const { node, location = context.location } = context.resolve(ref);
    for (const message of completeEvent(type, node as SourcePath)) context.report({ message, location });
  }
  for (const { item, method, operation } of operations) {
    // Methods come after the parameters of the path.
    delete item[method];
    item[method] = ordered(operation);
  }
  for (const { at, message } of source.problems)
    context.report({ message, location: locations.get(at) ?? context.location });
  // The bundler fills the empty sections. They are named here for the order of the bundle.
  document.components = {
    ...document.components,
    schemas: {},
    parameters: {},
    headers: {},
    ...source.components,
  };
}

export default () => ({
  id: 'contract',
  preprocessors: {
    oas3: { facts: () => ({ Root: { enter: addWhatFollows }, Schema: { enter: wrapEvent } }) },
  },
});
