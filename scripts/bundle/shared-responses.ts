// Composes the shared responses of openapi/components: headers, media types and the body of a refusal follow from its shape.
import { countedResponse, everyResponse, statusHeaders } from './headers.ts';
import { addLinks } from './links.ts';
import { statusOf } from './refusals.ts';
import { lifted, type Mapping, nameOf, type Ref, type Source } from './source.ts';

interface Entry extends Mapping {
  description: string;
  headers?: Record<string, Ref>;
  content?: Record<string, Mapping>;
  'x-links'?: string[];
  /** The fields in the body of a refusal. */
  'x-refusal'?: Mapping & { code: string };
  /** The status of a refusal that is not a standard one. */
  'x-status'?: string;
  /** The schema of a refusal, if it is not the one of its shape. */
  'x-schema'?: string;
}
interface Shape {
  file: string;
  prefix: string;
  schema: string;
  /** The types in which the body is given, beside JSON. */
  also: readonly ('html' | 'scim')[];
  /** The statuses that are answered before the request is counted. */
  uncounted: readonly string[];
  body: (refusal: Mapping & { code: string }, status: string) => Mapping;
}

const requestId = 'req_01kahz5v3be4nr7q2m8x9c0d1e';
const ours: Shape['body'] = (refusal) => ({ details: {}, ...refusal, requestId });
const oauth: Shape['body'] = (refusal) => ({ ...refusal, requestId });
const scim: Shape['body'] = ({ code, detail, ...rest }, status) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status,
  ...rest,
  detail: `${code}: ${String(detail)}`,
});

/** The shapes, the longest prefix first. A name that has no prefix is of the API. */
const shapes: readonly Shape[] = [
  // The same refusals as those of the protocol endpoints, for people.
  {
    file: 'oauth-responses.yaml',
    prefix: 'OAuthShown',
    schema: 'OAuthErrorBody',
    also: ['html'],
    uncounted: [],
    body: oauth,
  },
  {
    file: 'oauth-responses.yaml',
    prefix: 'OAuth',
    schema: 'OAuthErrorBody',
    also: [],
    uncounted: [],
    body: oauth,
  },
  {
    file: 'page-responses.yaml',
    prefix: 'Page',
    schema: 'ErrorBody',
    also: ['html'],
    uncounted: [],
    body: ours,
  },
  {
    file: 'scim-responses.yaml',
    prefix: 'Scim',
    schema: 'ScimError',
    also: ['scim'],
    uncounted: ['405'],
    body: scim,
  },
  { file: 'responses.yaml', prefix: '', schema: 'ErrorBody', also: [], uncounted: ['405'], body: ours },
];

const header = (name: string): Ref => ({ $ref: `headers.yaml#/${name}` });
const headers = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, header(name)]));

/** The header that names a refusal, where the body is a page or has no field for it. */
function errorCode(shape: Shape, code: string): Mapping {
  if (shape.also.includes('html')) return { 'X-Error-Code': header('ErrorCode') };
  if (!shape.also.includes('scim')) return {};
  const description = 'The stable name of the refusal, with which `detail` starts';
  const schema = { type: 'string', minLength: 1, maxLength: 64 };
  return { 'X-Error-Code': { description, required: true, schema, example: code } };
}

function refusal(shape: Shape, name: string, entry: Entry, said: Mapping & { code: string }): Mapping {
  const status = entry['x-status'] ?? statusOf(name.slice(shape.prefix.length)) ?? '';
  const file = shape.also.includes('scim') ? 'scim.yaml' : 'errors.yaml';
  const schema = { $ref: `schemas/${file}#/${entry['x-schema'] ?? shape.schema}` };
  const json = { schema, example: shape.body(said, status) };
  return {
    description: entry.description,
    headers: {
      ...headers(everyResponse),
      ...errorCode(shape, said.code),
      ...(shape.uncounted.includes(status) ? {} : headers(countedResponse)),
      ...headers(statusHeaders[status] ?? {}),
      // Keys and tokens are taken by the API alone.
      ...(shape.prefix === '' && status === '403' ? headers({ 'WWW-Authenticate': 'Challenge' }) : {}),
    },
    content: {
      ...(shape.also.includes('html')
        ? { 'text/html': { schema: { $ref: 'schemas/pages.yaml#/Html' } } }
        : {}),
      ...(shape.also.includes('scim') ? { 'application/scim+json': json } : {}),
      'application/json': json,
    },
  };
}

function answer(entry: Entry): Mapping {
  const { description, headers: own, content, ...rest } = entry;
  const scimBody = content?.['application/scim+json'];
  return {
    description,
    headers: { ...headers(everyResponse), ...headers(countedResponse), ...own },
    ...(content ? { content: scimBody ? { ...content, 'application/json': scimBody } : content } : {}),
    ...rest,
  };
}

/** Replaces references to shared responses by references to what is composed of them. */
export function composeSharedResponses(source: Source): void {
  const composed = source.components.responses;
  for (const at of source.operations) {
    const { responses } = at.operation;
    for (const [status, { $ref }] of Object.entries(responses)) {
      const name = nameOf($ref);
      if (name === undefined) continue;
      const shape = shapes.find(({ prefix }) => name.startsWith(prefix));
      if (!shape) continue;
      const written = shape.prefix === 'OAuthShown' ? name.replace('OAuthShown', 'OAuth') : name;
      const entry = source.read(`components/${shape.file}`)[written] as Entry | undefined;
      if (entry === undefined) {
        source.report(at, `the response ${status} is ${name}; components/${shape.file} has no ${written}`);
        continue;
      }
      const said = entry['x-refusal'];
      composed[name] ??= lifted(said ? refusal(shape, name, entry, said) : answer(entry));
      responses[status] = source.added('responses', name);
    }
  }
  addLinks(source, Object.values(composed) as { 'x-links'?: string[] }[]);
}
