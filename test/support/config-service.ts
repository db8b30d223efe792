// A service with answers of a test, for `keyward config`.
import { keyward, type Surroundings } from './cli.ts';

/** A request that the service got. */
export interface Sent {
  path: string;
  body: Record<string, unknown>;
}

/** A service that gives these answers by path, and notes what it gets. */
export function configService(
  answers: Record<string, object | ((body: Sent['body'], query: URLSearchParams) => object)>,
) {
  const sent: Sent[] = [];
  const answering: typeof fetch = (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    const path = pathname.replace('/api/v1/config/', '');
    const body = JSON.parse((init?.body as string | undefined) ?? '{}') as Sent['body'];
    sent.push({ path, body });
    const answer = answers[path];
    const made = typeof answer === 'function' ? answer(body, searchParams) : answer;
    return Promise.resolve(
      made instanceof Response ? made : Response.json(made ?? {}, { status: made ? 200 : 500 }),
    );
  };
  return { sent, fetch: answering };
}

/** An error of the API. */
export const refusal = (status: number, code: string, details: object = {}) =>
  Response.json({ error: 'No', code, details, requestId: 'req_1' }, { status });

export const identityYaml = 'kind: identity\nkey: deploy-bot\nspec:\n  name: Deploy bot\n  type: CI_CD\n';
export const googleYaml =
  'kind: socialProvider\nkey: google\nspec:\n  provider: google\n  name: Google\n  clientId: x\n  clientSecret: env:KEYWARD_SECRET_GOOGLE\n';

export const fingerprint = 'a'.repeat(64);

const counts = {
  create: 0,
  change: 0,
  adopt: 0,
  delete: 0,
  release: 0,
  unchanged: 1,
  refused: 0,
  untried: 0,
};
/** Returns a plan with these changes. */
export const planOf = (changes: object[], more: object = {}) => ({
  fingerprint,
  changes: changes.map((change) => ({
    kind: 'identity',
    key: 'deploy-bot',
    id: null,
    at: '/objects/0',
    adopts: false,
    fields: [],
    refusal: null,
    ...change,
  })),
  counts: { ...counts, ...more },
});

/** Runs a command line against such a service. */
export const ranConfig = (line: string, { env: more = {}, ...rest }: Surroundings = {}) =>
  keyward(line.split(' '), {
    ...rest,
    env: { KEYWARD_API_KEY: 'kd_test_key', KEYWARD_URL: 'https://service.invalid', ...more },
  });
