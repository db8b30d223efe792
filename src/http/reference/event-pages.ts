// The pages of the events that webhooks are sent.
import { html } from '../../lib/markup.ts';
import { block, json } from './code.ts';
import { events, exampleOf, mediaOf, type Operation } from './document.ts';
import { fieldList, fieldOfParameter, fieldsOf } from './fields.ts';
import { page } from './layout.ts';
import { eventPath } from './paths.ts';
import { paragraphs } from './text.ts';

/** The list of all events, and the headers that each delivery has. */
export const eventsPage = (): string =>
  page(
    { title: 'Events', path: '/docs/events' },
    html`<h1>Events</h1>
<p>Keyward sends each event as a <code>POST</code> to the webhooks that subscribe to its type. Check the signature before you use the body.</p>
<dl class="codes">${events.map(({ path, summary }) => html`<dt><a href="${eventPath(path)}"><code>${path}</code></a></dt><dd>${summary}.</dd>`)}</dl>
<h2 id="headers">Headers of a delivery</h2>
${fieldList((events[0]?.parameters ?? []).map(fieldOfParameter))}`,
  );

/** The page of an event. */
export function eventPage({ path, summary, description, body }: Operation): string {
  const media = mediaOf(body ?? {})?.[1];
  return page(
    { title: path, path: eventPath(path) },
    html`<p class="crumbs"><a href="/docs/events">Events</a></p>
<h1><code>${path}</code></h1>
${paragraphs(summary)}${paragraphs(description)}
<h2>Fields</h2>
${fieldList(media?.schema ? fieldsOf(media.schema, 'event') : [])}
<h2>Example</h2>
${media && block(json(exampleOf(media)), 'JSON')}
<p>Every delivery has the same <a href="/docs/events#headers">headers</a>.</p>`,
  );
}
