// Writes the families of clients/go: a method for each operation of the contract.
import type { Operation } from '../../src/lib/contract.ts';
import { type ClientName, pageStyleOf, pascal, unsentParameters } from '../client-names.ts';
import type { Shape } from './document.ts';

/** An operation with its name and its types. */
export interface Described {
  operation: Operation;
  name: ClientName;
  shape: Shape;
}

const reserved = ['type', 'range', 'func', 'map', 'query', 'body', 'options', 'family', 'ctx'];
const variable = (parameter: string): string =>
  reserved.includes(parameter) ? `${parameter}Name` : parameter;
const quote = (text: string): string => JSON.stringify(text);

/** Rejects parameters that the client cannot send, so that none is left out silently. @throws if there is one */
function refuseUnknown(operation: Operation): void {
  const [unknown] = unsentParameters(operation);
  if (unknown) throw new Error(`${operation.id}: the Go client cannot send ${unknown}`);
}

/** Returns the comment of a method. The name of the method is its first word. */
function comment({ operation }: Described, method: string, more = ''): string {
  const { summary = '', description = '', deprecated } = operation;
  const text = [
    `${method} sends ${operation.method} ${operation.path}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}${more}.`,
    ...(more === '' ? description.split('\n').filter((line) => line.trim() !== '') : []),
    ...(deprecated ? ['', 'Deprecated: see the changelog.'] : []),
  ];
  return text.map((line) => `// ${line}`.trimEnd()).join('\n');
}

/** Returns the parameters of a method, and the call that it makes of them. */
function partsOf({ operation, shape }: Described): { parameters: string; given: string; call: string } {
  const { method, path, body, parameters, responses } = operation;
  refuseUnknown(operation);
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const takes = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  const isNeeded = parameters.some((one) => one.in === 'query' && one.required);
  const values = [
    ...ids.map((name) => [variable(name), 'string']),
    // A body or a query that may be left out is a pointer. A call gives nil for it.
    ...(shape.body ? [['body', `${body?.required === true ? '' : '*'}${shape.body.type}`]] : []),
    ...(shape.query ? [['query', `${isNeeded ? '' : '*'}${shape.query}`]] : []),
  ];
  const fields = [
    `method: ${quote(method)}`,
    `path: ${quote(path)}`,
    ...(ids.length > 0 ? [`values: []string{${ids.map(variable).join(', ')}}`] : []),
    ...(shape.query ? ['query: query'] : []),
    ...(shape.body ? ['body: body', `media: ${quote(shape.body.media)}`] : []),
    ...(shape.answer ? [`accept: ${quote(shape.answer.media)}`] : []),
    ...(shape.answer && responses['204'] ? ['empty: true'] : []),
    ...(takes('Idempotency-Key') ? ['keyed: true'] : []),
    ...(takes('X-Dry-Run') ? ['dry: true'] : []),
    ...(takes('X-Wrap-Ttl') ? ['wraps: true'] : []),
  ];
  return {
    parameters: ['ctx context.Context', ...values.map((one) => one.join(' ')), 'options ...CallOption'].join(
      ', ',
    ),
    given: ['ctx', ...values.map(([name]) => name), 'options...'].join(', '),
    call: `call{${fields.join(', ')}}`,
  };
}

/** Returns the result of a method, and the function that sends its call. */
function answerOf({ answer }: Shape): { result: string; send: string } {
  if (answer === undefined) return { result: 'error', send: 'sendNothing' };
  if (answer.type === 'string') return { result: '(string, error)', send: 'sendText' };
  return { result: `(*${answer.type}, error)`, send: `send[${answer.type}]` };
}

function methods(described: Described): string {
  const { operation, name, shape } = described;
  const receiver = `func (family *${typeOf(name.family)})`;
  const method = pascal(name.method);
  const { parameters, given, call } = partsOf(described);
  const { result, send } = answerOf(shape);
  const own = `${comment(described, method)}
${receiver} ${method}(${parameters}) ${result} {
	return ${send}(ctx, family.transport, ${call}, options)
}`;
  const style = pageStyleOf(operation);
  if (style === undefined || !shape.answer || shape.item === undefined) return own;
  const page = shape.answer.type;
  return `${own}

${comment(described, `${method}Pages`, ', page after page')}
${receiver} ${method}Pages(${parameters}) iter.Seq2[*${page}, error] {
	return pages[${page}](ctx, family.transport, ${quote(style)}, ${call}, options)
}

${comment(described, `${method}All`, ', one after another over all pages')}
${receiver} ${method}All(${parameters}) iter.Seq2[${shape.item}, error] {
	return items(family.${method}Pages(${given}), func(page *${page}) []${shape.item} { return page.Data })
}`;
}

const typeOf = (family: string): string => `${pascal(family)}Family`;

/** Writes names and what follows them, in columns as gofmt does. */
const columns = (rows: readonly (readonly [name: string, text: string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 1;
  return rows.map(([name, text]) => `${name.padEnd(width)}${text}`);
};

/** Returns the source of the families, as gofmt would write it. */
export function families(all: readonly Described[]): string {
  const groups = [...Map.groupBy(all, ({ name }) => name.family)];
  const types = groups.map(
    ([family, members]) => `// ${typeOf(family)} has the operations of ${members[0]?.operation.tag}.
type ${typeOf(family)} struct{ transport *transport }

${members.map(methods).join('\n\n')}
`,
  );
  const names = groups.map(([family]) => family);
  const fields = columns(names.map((family) => [pascal(family), `*${typeOf(family)}`]));
  const values = columns(names.map((family) => [`${pascal(family)}:`, `&${typeOf(family)}{transport},`]));
  return `package keyward

import (
	"context"
	"iter"
)

${types.join('\n')}
// Families are the operations of the contract. A Client has them.
type Families struct {
${fields.map((line) => `\t${line}`).join('\n')}
}

func newFamilies(transport *transport) Families {
	return Families{
${values.map((line) => `\t\t${line}`).join('\n')}
	}
}
`;
}
