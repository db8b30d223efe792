// Starts the viewer on the document this server itself serves. Keys that are entered stay in the page's memory.
import { samples } from './samples.js';

const place = document.querySelector('#reference');

// The viewer is dark where this class is, and does not ask the reader's system itself.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

try {
  const answer = await fetch('/api/v1/openapi.json');
  if (!answer.ok) throw new Error(`the document was answered with ${answer.status}`);
  const spec = await answer.json();
  // "Try it out" calls the server that is being read, whatever address the document gives as an example, and so must
  // the samples: a reader sends them a key.
  const { origin } = new URL(spec.servers[0].url, window.location.href);
  spec.servers = [{ url: window.location.origin }];
  // The viewer warns of every dialect but its own, although it shows this one well.
  delete spec.jsonSchemaDialect;
  // Pages are for people: no program calls them, and the viewer is the faster without them.
  for (const [path, item] of Object.entries(spec.paths)) if (item['x-errors'] === 'page') delete spec.paths[path];
  // It resolves the references among the parameters of an operation, but not among those of a path.
  for (const item of Object.values(spec.paths)) {
    const { parameters = [], ...operations } = item;
    delete item.parameters;
    for (const operation of Object.values(operations)) {
      if (operation.responses) operation.parameters = [...parameters, ...(operation.parameters ?? [])];
      for (const sample of operation['x-codeSamples'] ?? [])
        sample.source = sample.source.replaceAll(origin, window.location.origin);
    }
  }
  window.SwaggerUIBundle({
    spec,
    domNode: place,
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [samples],
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelRendering: 'example',
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
} catch (error) {
  place.textContent = `The reference cannot be shown: ${error instanceof Error ? error.message : 'see the console'}.`;
}
