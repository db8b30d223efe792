export const texts = {
  title: 'Verifications by outcome, last 30 days',
  none: 'No verifications in this period.',
  capped: 'There are too many verifications to count. Each number is a minimum.',
  valid: 'Valid',
  refused: 'Rejected',
  key: 'Credential',
  codes: 'Outcomes',
  noKey: 'The credentials of these verifications were deleted.',
} as const;
