// Serves the contract as a mock, by Prism: its examples, or with DYNAMIC=1 inventions that fit its schemas.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { PORT, DYNAMIC } = process.env;
const [document = 'generated/openapi.json'] = process.argv.slice(2);
const { resolve } = createRequire(import.meta.url);

// Prism sets the generator's options on another copy than the one that generates (its pull request 2853 is open).
// With one copy, what it invents has no properties that the contract does not know.
const generator = createRequire(resolve('@stoplight/prism-http')).resolve('json-schema-faker');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'json-schema-faker'
      ? { url: pathToFileURL(generator).href, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
});

// Ctrl-C is how it is meant to end, so make has no failure to report.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

const words = ['mock', document, '--host', '127.0.0.1', '--port', PORT || '4010'];
process.argv.splice(2, Infinity, ...words, '--json-schema-faker-fillProperties=false');
if (DYNAMIC === '1') process.argv.push('--dynamic');
await import('@stoplight/prism-cli/dist/index.js');
