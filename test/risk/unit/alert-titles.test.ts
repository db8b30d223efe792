import { describe, expect, test } from 'vitest';
import { type AlertTitle, titleIn } from '../../../src/risk/alert-titles.ts';
import { moreMessage, testMessage } from '../../../src/risk/channels/message.ts';

const of = {
  orgId: 'org_01kahz5v3be4nr7q2m8x9c0d1e',
  environment: 'live',
  rule: 'Production anomalies',
  now: new Date('2026-01-15T10:30:00.000Z'),
  baseUrl: 'https://id.example.com',
} as const;

// The compiler demands a translation of each title: `Occurrence.title` is an `AlertTitle`.
describe('the title of an alert', () => {
  const leaked: AlertTitle = 'A secret has leaked';

  test('is English, or in the language of the reader', () => {
    expect(titleIn(leaked, 'en')).toBe(leaked);
    expect(titleIn(leaked, 'de')).toBe('Ein Secret wurde offengelegt');
    expect(titleIn(leaked, 'fr')).toBe('Un secret a été divulgué');
  });

  test('keeps the value in it', () => {
    expect(titleIn('An anomaly was detected: $&', 'fr')).toBe('Une anomalie a été détectée : $&');
    expect(titleIn(moreMessage('ach_1', 12, of).title, 'de')).toBe('12 weitere Alarme');
    expect(titleIn(moreMessage('ach_1', 1, of).title, 'de')).toBe('Ein weiterer Alarm');
    expect(titleIn(testMessage('ach_1', 'trigger', of).title, 'fr')).toBe(
      'Message de test, il ne s’est rien passé',
    );
  });

  test('stays as it is if a release before wrote it', () => {
    for (const title of ['A title of an earlier release', 'constructor', ''])
      expect(titleIn(title, 'de')).toBe(title);
  });
});
