import type { ChannelMessage } from './message.ts';

/**
 * Escapes a text for Slack. Three characters start what Slack interprets: `<!here>`, `<@U123>`, `<https://…|text>`
 * (https://docs.slack.dev/messaging/formatting-message-text).
 */
export const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Returns a text of others as a block of code. Nothing in it becomes a mention, a link or a style. Mattermost and Rocket.Chat, which
 * mention at a bare `@here`, heed it as well. They read CommonMark: text beside the first fence is hidden, and the last fence stands alone. A
 * backtick would end the block.
 */
const quoted = (lines: readonly string[]): string =>
  ['```', ...lines.map((line) => escapeSlack(line.replaceAll('`', '\u02cb'))), '```'].join('\n');

/** Characters of styles and mentions, which no title of ours needs. */
const plain = (text: string): string => escapeSlack(text.replace(/[*~`@]/g, ''));

/** Returns the body for an incoming webhook of Slack. */
export const slackBody = ({ severity, title, description, rule, environment, link }: ChannelMessage) => ({
  text: [
    `*${severity}: ${plain(title)}*`,
    quoted([description, `Rule: ${rule}`]),
    `<${escapeSlack(link)}|Open in Keyward> (${environment})`,
  ].join('\n'),
  // Slack must not fetch what a text names.
  unfurl_links: false,
  unfurl_media: false,
});
