// Writes the generated core of clients/typescript: the types, and a class of methods for each family.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type ClientName, clientNames, pageStyleOf, pascal, unsentParameters } from './client-names.ts';
import { type Contract, follow, isJson, isOurs, type Operation, operationsOf } from '../src/lib/contract.ts';
import { readContract } from './contract.ts';
import { formerNamesOf } from './former-names.ts';

const folder = 'clients/typescript/src/generated';
const header = '// Generated from openapi/ by `make generate` (scripts/client-typescript.ts); do not edit.\n';
const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The types of the service with its open enums open: a value of tomorrow is a string. Types keep their former names too. */
export function openTypes(contract: Contract, source: string): string {
  let types = source;
  for (const [name, schema] of Object.entries(contract.components?.schemas ?? {})) {
    if (schema['x-open-enum'] !== true) continue;
    const declared = new RegExp(`^(export type ${name} = '[^;]*);$`, 'm');
    if (!declared.test(types)) throw new Error(`the types have no union of literals called ${name}`);
    types = types.replace(declared, '$1 | (string & {});');
  }
  const former = formerNamesOf((name) => types.includes(`export type ${name} =`)).map(
    ([old, name]) =>
      `\n/** @deprecated The former name of {@link ${name}}. */\nexport type ${old} = ${name};\n`,
  );
  return header + types + former.join('');
}

/**
 * Rejects parameters and bodies that the client cannot send, so that none is left out silently. @throws when
 * there is any
 */
function refuseUnknown(operation: Operation, types: string[]): void {
  const unknown = [...unsentParameters(operation), ...types.slice(0, 1).filter((type) => !isJson(type))];
  if (unknown.length > 0)
    throw new Error(`${operation.id}: the TypeScript client cannot send ${unknown.join(', ')}`);
}

/** The parts of an operation that a caller gives, in order, and how they reach the request. */
function shapeOf(operation: Operation, contract: Contract) {
  const data = `types.${pascal(operation.id)}Data`;
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const queries = operation.parameters.filter((one) => one.in === 'query');
  const query = queries.map((one) => one.name ?? '');
  const queryNeeded = queries.some((one) => one.required);
  const types = Object.keys(operation.body?.content ?? {});
  refuseUnknown(operation, types);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const accept = Object.keys((success && follow(contract, success).content) ?? {})[0];
  const takes = (header: string) =>
    operation.parameters.some((one) => one.in === 'header' && one.name === header);
  const bodyNeeded = operation.body?.required === true;
  if (queryNeeded && types.length > 0 && !bodyNeeded)
    throw new Error(`${operation.id}: a required query cannot follow a body that may be left out`);
  const parameters = [
    ...path.map((name) => `${name}: string`),
    ...(types.length > 0 ? [`body${bodyNeeded ? '' : '?'}: ${data}['body']`] : []),
    ...(query.length > 0 ? [`query${queryNeeded ? '' : '?'}: ${data}['query']`] : []),
    'options?: CallOptions',
  ];
  const request = [
    `method: ${quote(operation.method)}`,
    `path: ${quote(operation.path)}`,
    ...(path.length > 0 ? [`parameters: { ${path.join(', ')} }`] : []),
    ...(types[0] ? ['body', `type: ${quote(types[0])}`] : []),
    ...(query.length > 0 ? ['query'] : []),
    ...(accept ? [`accept: ${quote(accept)}`] : []),
    ...(accept && operation.responses['204'] ? ['empty: true'] : []),
    ...(takes('Idempotency-Key') ? ['keyed: true'] : []),
    ...(takes('X-Dry-Run') ? ['dry: true'] : []),
    ...(takes('X-Wrap-Ttl') ? ['wraps: true'] : []),
  ];
  const style = pageStyleOf(operation);
  // A response other than JSON is returned unchanged.
  const answer = accept === undefined || isJson(accept) ? `types.${pascal(operation.id)}Response` : 'string';
  return { data, path, parameters, answer, request: `{ ${request.join(', ')} }`, style };
}

function comment({ summary = '', description = '', deprecated }: Operation, more = ''): string {
  const lines = [
    `${summary}${more}`,
    ...description.trim().split('\n'),
    ...(deprecated ? ['@deprecated'] : []),
  ];
  return `  /**\n${lines
    .filter((line) => line !== '')
    .map((line) => `   * ${line.trim().replaceAll('*/', '*\\/')}`)
    .join('\n')}\n   */`;
}

function methods(operation: Operation, { method }: ClientName, contract: Contract): string {
  const { parameters, path, answer, request, style } = shapeOf(operation, contract);
  const signature = parameters.join(', ');
  const own = `${comment(operation)}
  ${method}(${signature}): Promise<${answer}> {
    return this.send(${request}, options);
  }`;
  if (!style || operation.method !== 'GET') return own;
  const all = [...path, 'query', 'options'].join(', ');
  return `${own}

${comment({ ...operation, description: '' }, ', page after page')}
  ${method}Pages(${signature}): AsyncGenerator<${answer}, void, undefined> {
    return this.pages(${quote(style)}, ${request}, options);
  }

${comment({ ...operation, description: '' }, ', one after another over all pages')}
  ${method}All(${signature}): AsyncGenerator<${answer}['data'][number], void, undefined> {
    return this.items(this.${method}Pages(${all}));
  }`;
}

/** The source of generated/families.ts. */
export function families(contract: Contract): string {
  const operations = operationsOf(contract).filter(isOurs);
  const names = clientNames(operations);
  const nameOf = ({ id }: Operation) => names.get(id) ?? { family: '', method: id };
  const groups = [...Map.groupBy(operations, (operation) => nameOf(operation).family)];
  return `${header}import { Family } from '../family.ts';
import type { CallOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type * as types from './types.ts';

${groups
  .map(
    ([family, members]) => `export class ${pascal(family)} extends Family {
${members.map((operation) => methods(operation, nameOf(operation), contract)).join('\n\n')}
}
`,
  )
  .join('\n')}
/** The operations of the contract by family. */
export abstract class Families {
${groups.map(([family]) => `  readonly ${family}: ${pascal(family)};`).join('\n')}

  constructor(transport: Transport) {
${groups.map(([family]) => `    this.${family} = new ${pascal(family)}(transport);`).join('\n')}
  }
}
`;
}

if (import.meta.main) {
  const contract = readContract();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/types.ts`,
    openTypes(contract, readFileSync('generated/types/types.gen.ts', 'utf8')),
  );
  writeFileSync(`${folder}/families.ts`, families(contract));
  writeFileSync(
    `${folder}/version.ts`,
    `${header}\n/** The version of this client, which is that of the contract. */\nexport const version = ${quote(contract.info?.version ?? '')};\n`,
  );
}
