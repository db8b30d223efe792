// The client of the dashboard, made from the contract: the operations that programs and users call.
import { readFileSync } from 'node:fs';
import { defineConfig } from '@hey-api/openapi-ts';

interface Contract {
  paths: Record<
    string,
    Record<
      string,
      { security?: unknown[]; responses?: Record<string, { content?: Record<string, unknown> }> }
    >
  >;
}

const contract = JSON.parse(
  readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8'),
) as Contract;
// Operations without a key are for browsers, identity providers and workloads. Streams of events are for services.
const isOurs = ([path, item]: [string, Contract['paths'][string]]) =>
  path.startsWith('/api/v1/') &&
  Object.values(item).some(
    ({ security, responses }) =>
      security?.length !== 0 && !responses?.['200']?.content?.['text/event-stream'],
  );
contract.paths = Object.fromEntries(Object.entries(contract.paths).filter(isOurs));

export default defineConfig({
  input: contract as never,
  output: {
    path: new URL('src/generated', import.meta.url).pathname,
    clean: true,
    module: { extension: '.ts' },
  },
  plugins: [
    '@hey-api/typescript',
    { name: '@hey-api/client-fetch', baseUrl: false, throwOnError: true },
    { name: '@hey-api/sdk', comments: false },
    { name: '@tanstack/react-query', infiniteQueryOptions: false, comments: false },
  ],
});
