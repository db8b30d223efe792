import type { ErrorObject } from 'ajv';

const mostFields = 50;
const sources = new Set(['path', 'query', 'header', 'requestBody']);

/** Turns Ajv's errors into field name → what is allowed, `events.0` for the first of a list (decisions 6.1). */
export function fieldErrors(
  errors: readonly ErrorObject[],
  /** Whether the values are whole, and not parts of a request. */
  { whole = false }: { whole?: boolean } = {},
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const error of withoutOtherTypes(errors)) {
    const field = fieldOf(whole ? { ...error, instancePath: `/requestBody${error.instancePath}` } : error);
    if (Object.hasOwn(fields, field)) continue;
    if (Object.keys(fields).length >= mostFields) break;
    // defineProperty: the caller chooses the name, and `__proto__` is one.
    Object.defineProperty(fields, field, { value: allowedBy(error), enumerable: true });
  }
  return fields;
}

/** `…/oneOf/3`, of the branches that a `type` tells apart. */
const branch = /^(.*\/oneOf)\/\d+(?=\/)/;

/**
 * Where a `oneOf` has a branch for each `type`, only the errors of the branch of that type mean something; without one the
 * type itself is at fault, which another error says.
 */
function withoutOtherTypes(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const others = new Set(
    errors.flatMap(({ keyword, schemaPath }) => {
      if (keyword !== 'const' || !schemaPath.endsWith('/properties/type/const')) return [];
      return branch.exec(schemaPath)?.[0] ?? [];
    }),
  );
  if (others.size === 0) return errors;
  const typed = new Set([...others].map((one) => one.replace(/\/\d+$/, '')));
  const kept = errors.filter(({ keyword, schemaPath }) => {
    const own = branch.exec(schemaPath)?.[0];
    if (own !== undefined) return !others.has(own);
    return !(keyword === 'oneOf' && typed.has(schemaPath));
  });
  return kept.length > 0 ? kept : errors;
}

function fieldOf({ instancePath, params }: ErrorObject): string {
  const [, source, ...rest] = instancePath
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path = source === undefined || sources.has(source) ? rest : [source, ...rest];
  const named: unknown =
    params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (named === 'requestBody') return 'body';
  if (typeof named === 'string') path.push(named.slice(0, 100));
  return path.join('.') || 'body';
}

const list = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : String(values));
const article = (type: string): string => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

/** What the contract says of a field to those who got it wrong, `x-hint`. */
function hintOf(schema: unknown): string {
  const hint =
    typeof schema === 'object' && schema !== null && 'x-hint' in schema ? schema['x-hint'] : undefined;
  return typeof hint === 'string' ? ` (${hint})` : '';
}

function allowedBy({ keyword, params, message, parentSchema }: ErrorObject): string {
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a field that can be sent here';
    case 'enum':
      return `must be one of ${list((params['allowedValues'] as unknown[]).map((value) => value ?? 'null'))}${hintOf(parentSchema)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `must be ${[params['type']]
        .flat()
        .map(String)
        .map((type) => (type === 'null' ? 'null' : article(type)))
        .join(' or ')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must be at least ${limit} characters long`;
    case 'maxLength':
      return `must be at most ${limit} characters long`;
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'maxProperties':
      return `must have at most ${limit} fields`;
    case 'uniqueItems':
      return 'must not name anything twice';
    case 'pattern':
      return `must match ${params['pattern']}`;
    case 'format':
      return params['format'] === 'date-time'
        ? 'must be a time stamp such as 2026-01-15T10:30:00Z'
        : `must be of the format ${params['format']}`;
    default:
      return message ?? 'is not allowed';
  }
}
