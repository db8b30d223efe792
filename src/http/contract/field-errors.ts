import type { ErrorObject } from 'ajv';
import { cut } from '../../lib/cut.ts';
import { withoutBranches, withoutOtherTypes } from './alternatives.ts';
import { wordsOf } from './rule-words.ts';
import { hintOfUnknown } from './unknown-names.ts';

const mostFields = 50;
/** How many unknown names are compared with the known ones. */
const mostHints = 5;
const sources = new Set(['path', 'query', 'header', 'requestBody']);

interface Reading {
  /** Whether the values are whole, and not parts of a request. */
  whole?: boolean;
  /** Says what changes a field that this request cannot change, if anything does. */
  elsewhere?: (name: string) => string | undefined;
}

/** Turns Ajv's errors into field name → what is allowed, `events.0` for the first of a list (decisions 6.1). */
export function fieldErrors(
  errors: readonly ErrorObject[],
  { whole = false, elsewhere }: Reading = {},
): Record<string, string> {
  const fields: Record<string, string> = {};
  let hints = 0;
  for (const { error, nullable } of withoutBranches(withoutOtherTypes(errors))) {
    const placed = whole ? { ...error, instancePath: `/requestBody${error.instancePath}` } : error;
    const field = fieldOf(placed);
    if (Object.hasOwn(fields, field)) continue;
    if (Object.keys(fields).length >= mostFields) break;
    const unknown = unknownName(error);
    const value =
      unknown === undefined
        ? `${wordsOf(error)}${nullable && error.keyword !== 'required' ? ', or null' : ''}`
        : `${refusalOf(placed)}${hints++ < mostHints ? hintOfUnknown(unknown, placed, elsewhere) : ''}`;
    // defineProperty: the caller chooses the name, and `__proto__` is one.
    Object.defineProperty(fields, field, { value, enumerable: true });
  }
  return fields;
}

/** The name of a field or a parameter that the schema does not know. */
function unknownName({ params }: ErrorObject): string | undefined {
  const named: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  return typeof named === 'string' ? named : undefined;
}

const refusalOf = ({ instancePath }: ErrorObject): string =>
  instancePath === '/query' ? 'is not a parameter of this operation' : 'is not a field that can be sent here';

function fieldOf(error: ErrorObject): string {
  const { instancePath, params } = error;
  const [, source, ...rest] = instancePath
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = source === undefined || sources.has(source) ? rest : [source, ...rest];
  const named: unknown = params['missingProperty'] ?? unknownName(error);
  // A request without a body. A caller may also send a field with this name.
  if (named === 'requestBody' && instancePath === '') return 'body';
  if (typeof named === 'string') path.push(cut(named, 100));
  return path.join('.') || 'body';
}
