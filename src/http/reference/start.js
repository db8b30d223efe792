// Starts the viewer on the document this server itself serves. Keys that are entered stay in the page's memory.
const place = document.querySelector('#reference');

try {
  const answer = await fetch('/api/v1/openapi.json');
  if (!answer.ok) throw new Error(`the document was answered with ${answer.status}`);
  const spec = await answer.json();
  // "Try it out" calls the server that is being read, whatever address the document gives as an example.
  spec.servers = [{ url: window.location.origin }];
  // The viewer warns of every dialect but its own, although it shows this one well.
  delete spec.jsonSchemaDialect;
  window.SwaggerUIBundle({
    spec,
    domNode: place,
    presets: [window.SwaggerUIBundle.presets.apis],
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
