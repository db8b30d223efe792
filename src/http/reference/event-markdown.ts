// The pages of events as Markdown.
import { json } from './code.ts';
import { events, exampleOf, mediaOf, type Operation } from './document.ts';
import { fieldOfParameter, fieldsOf } from './fields.ts';
import { codeLines, fieldLines, line, part, written } from './markdown.ts';
import { eventPath } from './paths.ts';

/** Returns the list of all events as Markdown, with the headers of a delivery. */
export const eventsMarkdown = (): string =>
  written(
    'Events',
    [
      'Keyward sends each event as a `POST` to the webhooks that subscribe to its type. Check the signature before you use the body.',
    ],
    part(
      'Types',
      events.map(({ path, summary }) => `- [\`${path}\`](${eventPath(path)}.md): ${line(summary)}`),
    ),
    part('Headers of a delivery', fieldLines((events[0]?.parameters ?? []).map(fieldOfParameter))),
  );

/** Returns an event as Markdown: its fields and an example. */
export function eventMarkdown({ path, summary, description, body }: Operation): string {
  const media = mediaOf(body ?? {})?.[1];
  return written(
    `\`${path}\``,
    [summary, description],
    part('Fields', media?.schema ? fieldLines(fieldsOf(media.schema, 'event')) : []),
    part('Example', media ? codeLines(json(exampleOf(media)), 'json') : []),
    ['', 'Every delivery has the same [headers](/docs/events.md#headers-of-a-delivery).'],
  );
}
