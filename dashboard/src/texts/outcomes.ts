export const texts = {
  title: 'Verifications by outcome, last 30 days',
  none: 'No verification in these days.',
  capped: 'There are more than were counted. Each number is the least.',
  valid: 'Valid',
  refused: 'Refused',
  key: 'Credential',
  codes: 'Outcomes',
  noKey: 'These verifications belong to no credential that is still there.',
} as const;
