import { describe, expect, test } from 'vitest';
import { unlinked } from '../../../src/risk/channels/unlinked.ts';
import {
  alertMessage,
  type ChannelMessage,
  moreMessage,
  testMessage,
} from '../../../src/risk/channels/message.ts';
import { pagerDutyBody } from '../../../src/risk/channels/pager-duty.ts';
import { slackBody } from '../../../src/risk/channels/slack.ts';
import { teamsBody } from '../../../src/risk/channels/teams.ts';

const of = {
  orgId: 'org_01kahz5v3be4nr7q2m8x9c0d1e',
  environment: 'live',
  rule: 'Production anomalies',
  now: new Date('2026-01-15T10:30:00.000Z'),
  baseUrl: 'https://id.example.com:8443',
} as const;
const alert = {
  id: 'alt_01kahz5v3be4nr7q2m8x9c0d1e',
  severity: 'HIGH',
  title: 'An anomaly was detected: NEW_COUNTRY',
  description: 'deploy-bot: Used from JP',
  lastTriggeredAt: of.now,
} as const;
const about = (description: string, rule: string = of.rule): ChannelMessage =>
  alertMessage({ ...alert, description }, 'trigger', { ...of, rule });
const link = `${of.baseUrl}/admin/${of.orgId}/alerts/${alert.id}`;
const key = '0123456789abcdef0123456789abcdef';

/** Names that a stranger may choose, each with what it would do. */
const attacks = {
  'mention of a channel in Slack': '<!channel> <!here|here> <!everyone> <@U024BE7LH> <#C024BE7LR>',
  'mention of all in Mattermost': 'bot @channel @all @here',
  'link with another text': '<https://evil.example/|Open in Keyward>',
  'Markdown link': '[Open in Keyward](https://evil.example/)',
  'bare address': 'https://evil.example.com/login and evil.example.com',
  'entities of HTML': '&lt;!here&gt; &amp;',
  'end of a block of code': 'bot``` <!here> ```',
  'styles of text': '*bold* _italic_ ~gone~ `code` **strong**',
  'lines of its own': 'bot\nCRITICAL: everything is lost\u2028call +1',
  'other direction of writing': 'bot \u202egnp.exe \u2066x',
  'mention in Teams': '<at>Everyone</at>',
  'macro of a card': '{{DATE(2026-01-15T10:30:00Z, LONG)}}',
  'expression of a workflow': '@{triggerBody()}',
  'element of HTML': '<img src=x onerror=alert(1)><script>alert(1)</script>',
  'end of a text of JSON': '"}],"text":"mine',
  'very long name': 'x'.repeat(5_000),
};
const cases = Object.entries(attacks);

/** A domain, an e-mail address, or a scheme, as programs read them: full-width and other forms of the signs are the usual ones. */
const linkLike = /\S\.\p{M}*\p{L}|\S@[\p{L}\p{N}]|\p{L}:[\p{L}\p{N}/]|:\/\//u;
const asRead = (text: string): string => text.normalize('NFKC').replace(/[\u0701\u0702\u3002\ua4f8]/g, '.');

describe('unlinked', () => {
  test.for([
    'https://evil.example.com/login',
    'ada@evil.example',
    'a@b',
    'mailto:x and tel:123',
    'xn--80ak6aa92e.xn--p1ai and пример.рф',
    'evil\u3002com',
    'evil\u2024com',
    'evil\uff0ecom and evil\uff61com and evil\ufe52com',
    'evil\u0701com and evil\ua4f8com',
    'a\u2488com',
    '😀.ws',
    '(evil).com',
    'ada\uff20evil and mailto\uff1ax',
    't.me/acme',
  ])('makes of %s what no program links', (text) => {
    expect(asRead(text)).toMatch(linkLike);
    expect(asRead(unlinked(text))).not.toMatch(linkLike);
  });

  test('leaves addresses of networks and times alone', () => {
    const text = 'Used from 203.0.113.7 at 2026-01-15T10:30:00.000Z. Check it.';
    expect(unlinked(text)).toBe(text);
  });
});

/** The parts of a text outside of blocks of code. */
const outside = (text: string): string =>
  text
    .split('```')
    .filter((_, at) => at % 2 === 0)
    .join('');

describe('a message of Slack', () => {
  test('has a title, the description, the rule and a link to the dashboard', () => {
    expect(slackBody(about(alert.description))).toEqual({
      text: [
        '*HIGH: An anomaly was detected: NEW_COUNTRY*',
        '```',
        'deploy-bot: Used from JP',
        'Rule: Production anomalies',
        '```',
        `<${link}|Open in Keyward> (live)`,
      ].join('\n'),
      unfurl_links: false,
      unfurl_media: false,
    });
  });

  test.for(cases)('has no effect of a %s', ([, attack]) => {
    for (const message of [about(attack), about('usual', attack)]) {
      const { text } = slackBody(message);
      // Two fences: the text of others is between them.
      expect(text.split('```')).toHaveLength(3);
      expect(outside(text)).toBe(outside(slackBody(about('usual')).text));
      const block = text.split('```')[1] ?? '';
      expect(block).not.toMatch(/[<>]|&(?!(amp|lt|gt);)|`|:\/\/|\p{Bidi_C}|\p{Cc}(?<!\n)/u);
      // CommonMark hides what stands beside the first fence, and the last fence stands alone.
      expect(block).toMatch(/^\n[^\n]+\n[^\n]+\n$/);
      expect(text.length).toBeLessThan(6_000);
    }
  });
});

describe('a message of Teams', () => {
  const cardOf = (message: ChannelMessage) => {
    const [attachment] = teamsBody(message).attachments;
    if (!attachment) throw new Error('no card');
    return attachment.content;
  };

  test('is one Adaptive Card with a button to the dashboard', () => {
    const body = teamsBody(about(alert.description));
    expect(body.type).toBe('message');
    expect(body.attachments).toHaveLength(1);
    const card = cardOf(about(alert.description));
    expect(card).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(card.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Keyward', url: link }]);
  });

  test.for(cases)('has no effect of a %s', ([, attack]) => {
    for (const message of [about(attack), about('usual', attack)]) {
      const card = cardOf(message);
      expect(card.actions).toEqual(cardOf(about('usual')).actions);
      expect(card.body).toHaveLength(3);
      for (const block of card.body) {
        // A TextBlock would show Markdown.
        expect(block.type).toBe('RichTextBlock');
        for (const run of block.inlines as { type: string; text: string }[]) {
          expect(run.type).toBe('TextRun');
          expect(run.text).not.toMatch(/[<>]|\{\{|:\/\/|\p{Bidi_C}|\p{Cc}/u);
        }
      }
      expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28_000);
    }
  });
});

describe('an event of PagerDuty', () => {
  test('opens, acknowledges and resolves one incident for one alert', () => {
    const opened = pagerDutyBody(about(alert.description), key);
    expect(opened).toMatchObject({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: alert.id,
      client_url: link,
      payload: {
        summary: 'An anomaly was detected: NEW_COUNTRY: deploy-bot: Used from JP',
        source: 'id.example.com:8443',
        severity: 'error',
        timestamp: '2026-01-15T10:30:00.000Z',
      },
    });
    for (const event of ['acknowledge', 'resolve'] as const)
      expect(pagerDutyBody(alertMessage(alert, event, of), key)).toEqual({
        routing_key: key,
        event_action: event,
        dedup_key: alert.id,
      });
  });

  test.for([
    ['LOW', 'info'],
    ['MEDIUM', 'warning'],
    ['HIGH', 'error'],
    ['CRITICAL', 'critical'],
  ] as const)('that is %s has the severity %s', ([severity, shown]) => {
    const body = pagerDutyBody(alertMessage({ ...alert, severity }, 'trigger', of), key);
    expect(body).toMatchObject({ payload: { severity: shown } });
  });

  test.for(cases)('has no effect of a %s', ([, attack]) => {
    const usual = pagerDutyBody(about('usual'), key);
    const body = pagerDutyBody(about(attack), key);
    if (!('payload' in body && 'payload' in usual)) throw new Error('no payload');
    expect({ ...body, payload: null }).toEqual({ ...usual, payload: null });
    for (const text of [body.payload.summary, body.payload.custom_details.description])
      expect(text).not.toMatch(/:\/\/|\p{Bidi_C}|\p{Cc}/u);
    expect(body.payload.summary.length).toBeLessThanOrEqual(1_024);
  });
});

describe('messages that no alert raised', () => {
  test('say that they are a test, or how many alerts there were', () => {
    expect(slackBody(testMessage('alc_1', 'trigger', of)).text).toMatch(
      /^\*LOW: Test message, nothing has happened\*/,
    );
    expect(moreMessage('alc_1', 1, of).title).toBe('One more alert');
    // PagerDuty sends no page for a message of an incident that is open.
    const later = { ...of, now: new Date(of.now.getTime() + 3_600_000) };
    expect(moreMessage('alc_1', 1, later).id).not.toBe(moreMessage('alc_1', 1, of).id);
    expect(moreMessage('alc_1', 12, of)).toMatchObject({
      title: '12 more alerts',
      link: `${of.baseUrl}/admin/${of.orgId}/alerts`,
    });
  });
});
