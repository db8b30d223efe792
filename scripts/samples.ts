// Gives every operation of the bundle its x-codeSamples, composed from the examples of the contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { clientNames } from './client-names.ts';
import { type Contract, isOurs, type Operation, type Parameter, type Sample } from '../src/lib/contract.ts';
import { readContract } from './contract.ts';
import { Reader } from './contract-reader.ts';
import { pythonKeywords } from './python-values.ts';
import { type Call, curl, python, typescript } from './sample-languages.ts';

const named = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The value of a path parameter: that of the resource the path shows, because an `{id}` may be of any kind. */
export function pathValue(reader: Reader, operation: Operation, parameter: Parameter): unknown {
  const { name = '' } = parameter;
  const upTo = operation.path.slice(0, operation.path.indexOf(`{${name}}`) + name.length + 2);
  const shown = reader.operations
    .filter(({ path }) => path === upTo)
    .flatMap((one) => reader.bodies(one, (part) => part.startsWith('2')))
    .map(({ media, schema }) => named(reader.written(media)[0] ?? reader.example(schema), name));
  const found = shown.find((value) => typeof value === 'string');
  return found ?? reader.written(parameter)[0] ?? reader.example(parameter.schema ?? {});
}

/** Returns the required parameters of the query, and those with an example in the contract. */
function queryOf(reader: Reader, { parameters }: Operation): [string, unknown][] {
  return parameters
    .filter(({ in: place }) => place === 'query')
    .map((one): [string, unknown] => {
      const owed = one.required ? reader.example(one.schema ?? {}) : undefined;
      return [one.name ?? '', reader.written(one)[0] ?? owed];
    })
    .filter(([, value]) => value !== undefined);
}

function bodyOf(reader: Reader, { id, body }: Operation): Call['body'] {
  const content = Object.entries(body?.content ?? {});
  const [type, media] = content.find(([name]) => name === 'application/json') ?? content[0] ?? [];
  if (!type || !media) return undefined;
  const value = reader.written(media)[0] ?? reader.example(media.schema ?? {});
  if (value === undefined) throw new Error(`give the body of ${id} an example`);
  return { type, value };
}

const secretOf = ({ secured, scheme }: Operation): string | undefined => {
  if (!secured) return undefined;
  return scheme === 'scimToken' ? 'KEYWARD_SCIM_TOKEN' : 'KEYWARD_API_KEY';
};

/** The samples of every operation by its id. @throws when a path parameter or a body has no example */
export function samplesOf(contract: Contract): Map<string, Sample[]> {
  const reader = new Reader(contract);
  const names = clientNames(reader.operations);
  const server = contract.servers?.[0]?.url ?? 'http://localhost:3000';
  return new Map(
    reader.operations.filter(isOurs).map((operation) => {
      const { id, method, path, parameters } = operation;
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): [string, string] => {
        const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
        const value = parameter && pathValue(reader, operation, parameter);
        if (typeof value !== 'string') throw new Error(`give the path parameter ${name} of ${id} an example`);
        return [name, value];
      });
      const query = Object.fromEntries(queryOf(reader, operation));
      const body = bodyOf(reader, operation);
      const call: Call = {
        ...(names.get(id) ?? { family: '', method: id }),
        verb: method,
        server,
        path,
        secret: secretOf(operation),
        inPath: new Map(inPath),
        query,
        body,
        keywords: pythonKeywords(reader, operation, body, query),
        // A response that only a dry run shows does not count as a response of the call.
        answers: reader
          .answers(operation)
          .filter(({ status }) => status.startsWith('2'))
          .every(({ content }) => content !== undefined),
      };
      return [
        id,
        [
          { lang: 'TypeScript', label: 'TypeScript', source: typescript(call) },
          { lang: 'Python', label: 'Python', source: python(call) },
          { lang: 'Shell', label: 'curl', source: curl(call) },
        ],
      ];
    }),
  );
}

if (import.meta.main) {
  const contract = readContract();
  const samples = samplesOf(contract);
  const yaml = parseDocument(readFileSync('generated/openapi.yaml', 'utf8'));
  for (const [path, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const { operationId } = operation as { operationId?: string };
      const own = samples.get(operationId ?? '');
      if (!own) continue;
      Object.assign(operation, { 'x-codeSamples': own });
      yaml.setIn(
        ['paths', path, method, 'x-codeSamples'],
        yaml.createNode(own, { aliasDuplicateObjects: false }),
      );
    }
  }
  writeFileSync('generated/openapi.json', JSON.stringify(contract, null, 2));
  writeFileSync('generated/openapi.yaml', yaml.toString({ lineWidth: 0 }));
}
