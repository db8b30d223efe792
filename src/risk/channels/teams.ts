import type { ChannelMessage } from './message.ts';

/** The colour of the title (Adaptive Cards). */
const colors = { LOW: 'default', MEDIUM: 'accent', HIGH: 'warning', CRITICAL: 'attention' } as const;

/**
 * Returns a text of others for a card. A `TextRun` shows no Markdown, so it has neither links nor styles; a `TextBlock` would. Teams
 * takes `{{DATE(…)}}` and `<at>…</at>` in any text.
 */
export const cardText = (text: string): string =>
  text
    .replace(/\{(?=\{)/g, '{ ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');

const run = (text: string, style: object = {}) => ({ type: 'TextRun', text: cardText(text), ...style });
const line = (...inlines: readonly object[]) => ({ type: 'RichTextBlock', inlines });

/** Returns the body for a workflow of Teams: a message with one Adaptive Card. */
export const teamsBody = ({ severity, title, description, rule, environment, link }: ChannelMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          line(run(`${severity}: ${title}`, { weight: 'bolder', size: 'medium', color: colors[severity] })),
          line(run(description)),
          line(run(`Rule: ${rule} (${environment})`, { isSubtle: true })),
        ],
        actions: [{ type: 'Action.OpenUrl', title: 'Open in Keyward', url: link }],
      },
    },
  ],
});
