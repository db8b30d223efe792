// The compatibility rules of what travels: parameters, bodies, answers and webhooks.
import { type SchemaRuleName, schemaComparer, type Direction, type Tell } from './breaking-schemas.ts';
import { texts, unknownChanges } from './breaking-unknown.ts';
import {
  type Answer,
  type Contract,
  follow,
  type Media,
  type Operation,
  type Schema,
} from '../src/lib/contract.ts';

export type MessageRule =
  | SchemaRuleName
  | ('parameter' | 'required-parameter' | 'body' | 'required-body' | 'status' | 'media' | 'header');
type Content = Record<string, Media> | undefined;
interface Header {
  $ref?: string;
  required?: boolean;
  schema?: Schema;
}

const judged = ['name', 'in', 'required', 'schema', ...texts];
// Only the names of headers are the same in capitals.
const nameOf = (place: string | undefined, name = '') => (place === 'header' ? name.toLowerCase() : name);
const parametersOf = ({ parameters }: Operation) =>
  new Map(parameters.map((one) => [`${one.in} parameter ${nameOf(one.in, one.name)}`, one]));
const headersOf = ({ headers = {} }: Answer) =>
  Object.entries(headers).map(([name, header]) => ({ name, key: nameOf('header', name), header }));

/** A function that tells what of an operation its namesake no longer keeps, and one for what receivers get. */
export function messageComparers(released: Contract, present: Contract, tell: Tell<MessageRule>) {
  const compare = schemaComparer(released, present, tell);
  const unknown = unknownChanges(released, present);
  const tellUnknown = (where: string, before: object, after: object) => {
    for (const what of unknown(judged, before, after)) tell('unknown', where, what);
  };

  function compareContent(direction: Direction, before: Content, after: Content, where: string): void {
    for (const [type, media] of Object.entries(before ?? {})) {
      const is = after?.[type];
      if (!is) {
        tell('media', where, `${type} is gone`);
        continue;
      }
      tellUnknown(where, media, is);
      compare(direction, media.schema ?? {}, is.schema ?? {}, where);
    }
  }

  function compareParameters(before: Operation, after: Operation): void {
    const [old, now] = [parametersOf(before), parametersOf(after)];
    for (const [name, is] of now) {
      const was = old.get(name);
      if (is.required && !was?.required) tell('required-parameter', before.id, `${name} is required now`);
      if (!was) continue;
      tellUnknown(`${before.id} ${name}`, was, is);
      compare('request', was.schema ?? {}, is.schema ?? {}, `${before.id} ${name}`);
    }
    for (const name of old.keys()) if (!now.has(name)) tell('parameter', before.id, `${name} is gone`);
  }

  function compareBodies({ id, body: before }: Operation, { body: after }: Operation): void {
    if (before && !after) tell('body', id, 'the request body is gone');
    if (after?.required && !before?.required) tell('required-body', id, 'the request body is required now');
    if (after) compareContent('request', before?.content, after.content, `${id} request`);
  }

  function compareAnswers(before: Operation, after: Operation): void {
    for (const [status, answer] of Object.entries(before.responses)) {
      const where = `${before.id} ${status}`;
      const is = after.responses[status];
      if (is) compareAnswer(follow(released, answer), follow(present, is), where);
      // An error that no longer happens breaks no client.
      else if (/^[23]/.test(status)) tell('status', before.id, `${status} is gone`);
    }
  }

  function compareAnswer(before: Answer, after: Answer, where: string): void {
    compareContent('response', before.content, after.content, where);
    const now = new Map(headersOf(after).map(({ key, header }) => [key, header]));
    for (const { name, key, header } of headersOf(before)) {
      const other = now.get(key);
      const was: Header = follow(released, header);
      const is: Header | undefined = other && follow(present, other);
      if (!is) tell('header', where, `${name} is gone`);
      else if (was.required && !is.required) tell('header', where, `${name} may be absent now`);
      else {
        tellUnknown(`${where} ${name}`, was, is);
        compare('response', was.schema ?? {}, is.schema ?? {}, `${where} ${name}`);
      }
    }
  }

  /** A message is for its receiver like a response for a caller. */
  const asAnswer = ({ body, parameters }: Operation): Answer => ({
    ...(body?.content && { content: body.content }),
    headers: Object.fromEntries(parameters.map((one) => [one.name ?? '', one])),
  });

  return {
    compareOperation: (before: Operation, after: Operation): void => {
      compareParameters(before, after);
      compareBodies(before, after);
      compareAnswers(before, after);
    },
    compareWebhook: (before: Operation, after: Operation): void =>
      compareAnswer(asAnswer(before), asAnswer(after), `webhook ${before.path}`),
  };
}
