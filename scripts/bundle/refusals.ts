// Adds the standard refusals of an operation: which statuses it answers, and with which shared response.
import type { Placed, Source } from './source.ts';

/** The shared responses of each shape of refusals (`x-errors`) begin with this. */
const prefixes: Readonly<Record<string, string>> = {
  api: '',
  page: 'Page',
  oauth: 'OAuth',
  'oauth-page': 'OAuthShown',
  scim: 'Scim',
};

const always = () => true;
const withBody = ({ operation }: Placed) => operation.requestBody !== undefined;

/** Which operations answer a status, and the name of the shared response. */
const standard: Readonly<Record<string, { name: string; owed: (at: Placed) => boolean }>> = {
  400: { name: 'BadRequest', owed: always },
  // The protocol engine authenticates clients by itself.
  401: { name: 'Unauthorized', owed: ({ secured, shape }) => secured || shape.startsWith('oauth') },
  403: { name: 'Forbidden', owed: always },
  404: { name: 'NotFound', owed: always },
  405: { name: 'MethodNotAllowed', owed: always },
  406: { name: 'NotAcceptable', owed: always },
  409: { name: 'Conflict', owed: (at) => at.takes('IdempotencyKey') },
  412: { name: 'PreconditionFailed', owed: (at) => at.takes('IfMatch') },
  413: { name: 'PayloadTooLarge', owed: withBody },
  415: { name: 'UnsupportedMediaType', owed: withBody },
  429: { name: 'TooManyRequests', owed: ({ operation }) => operation['x-rate-limit'] !== 'none' },
  500: { name: 'InternalError', owed: always },
  503: { name: 'Unavailable', owed: always },
};

/** Returns the status of a standard refusal, of any shape. */
export const statusOf = (name: string): string | undefined =>
  Object.keys(standard).find((status) => standard[status]?.name === name);

export function addRefusals(source: Source): void {
  for (const at of source.operations) {
    const prefix = prefixes[at.shape];
    if (prefix === undefined) {
      source.report(at, `x-errors is ${at.shape}; set it to one of ${Object.keys(prefixes).join(', ')}`);
      continue;
    }
    const { responses } = at.operation;
    for (const [status, { name, owed }] of Object.entries(standard)) {
      if (!owed(at)) continue;
      const own = responses[status];
      if (own?.$ref?.endsWith(`/${prefix}${name}`))
        source.report(at, `drop the response ${status}: the bundle step adds ${prefix}${name}`);
      responses[status] ??= { $ref: `../components/${fileOf(at.shape)}#/${prefix}${name}` };
    }
  }
}

const files: Readonly<Record<string, string>> = {
  api: 'responses.yaml',
  page: 'page-responses.yaml',
  oauth: 'oauth-responses.yaml',
  'oauth-page': 'oauth-responses.yaml',
  scim: 'scim-responses.yaml',
};
const fileOf = (shape: string) => files[shape] ?? 'responses.yaml';
