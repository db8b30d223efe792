// The plugin of Redocly that adds to openapi/ what follows from its facts, before Redocly bundles or lints it
// (docs/decisions/0057-contract-facts.md).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { moveDefault } from './defaults.ts';
import { completeEvent, eventSchemaOf } from './events.ts';
import { concerns, schemaConcerns } from './facts.ts';
import { refuseLeftFacts } from './fields.ts';
import { completeRequired } from './required.ts';
import { type Mapping, Placed, Source, type SourceOperation, type SourcePath } from './source.ts';

/** The parts of Redocly's document and of its context that this plugin uses. */
interface Document {
  paths: Record<string, { $ref: string }>;
  webhooks: { $ref: string };
  components?: Record<string, Mapping>;
  'x-resources'?: unknown;
}
interface Location {
  source: { absoluteRef: string };
  pointer: string;
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

/** The files and the events, read once for all schemas. */
interface Read {
  /** A file of openapi/, as it is written by hand. */
  file: (path: string) => Mapping;
  /** The types of events, by the places of their schemas. */
  events: Map<string, string>;
}

/** Reads the files of openapi/ as they are written by hand. */
function reader(): (path: string) => Mapping {
  const files = new Map<string, Mapping>();
  return (path) => {
    const file = files.get(path) ?? (parse(readFileSync(path, 'utf8'), { merge: true }) as Mapping);
    files.set(path, file);
    return file;
  };
}

function addWhatFollows(document: Document, context: Context, read: Read): void {
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
  const source = new Source(operations, (file) => read.file(join(folder, file)));
  for (const { apply } of concerns) apply(source);
  document['x-resources'] = source.read('resources.yaml')['kinds'];
  const { node: events, location = context.location } = context.resolve(document.webhooks);
  for (const [type, entry] of Object.entries(events as Record<string, SourcePath>)) {
    read.events.set(join(folder, eventSchemaOf(entry)), type);
    for (const message of completeEvent(type, entry))
      context.report({ message, location: location.child([type]) });
  }
  for (const { item, method, operation } of operations) {
    // Methods come after the parameters of the path.
    delete item[method];
    item[method] = ordered(operation);
  }
  for (const { at, message } of source.problems)
    context.report({ message, location: (at && locations.get(at)) ?? context.location });
  // The bundler fills the empty sections. They are named here for the order of the bundle.
  document.components = {
    ...document.components,
    schemas: {},
    parameters: {},
    headers: {},
    ...source.components,
  };
}

const reporter = (context: Context) => (message: string) =>
  context.report({ message, location: context.location });

/** Completes what is written by hand, before references are resolved. */
function preprocessor() {
  const read: Read = { file: reader(), events: new Map() };
  return {
    Root: { enter: (document: Document, context: Context) => addWhatFollows(document, context, read) },
    Schema: {
      enter: (schema: Mapping, context: Context) => {
        const { source, pointer } = context.location;
        const place = {
          file: read.file(source.absoluteRef),
          eventTypes: [...read.events.values()],
          eventType: read.events.get(`${source.absoluteRef}${pointer}`),
          report: reporter(context),
        };
        for (const { apply } of schemaConcerns) apply(schema, place);
      },
    },
  };
}

/** Completes the schemas of the bundle. The preprocessor did not visit those that only it refers to. */
const decorator = () => ({
  Schema: {
    enter: (schema: Mapping, context: Context) => {
      const report = reporter(context);
      refuseLeftFacts(schema, { report });
      completeRequired(schema, { report });
      moveDefault(schema);
    },
  },
});

export default () => ({
  id: 'contract',
  preprocessors: { oas3: { facts: preprocessor } },
  decorators: { oas3: { required: decorator } },
});
