/** The time that an address names. A text that is not a time is ignored, as the address may be typed. */
export const timeIn = (value: string | undefined): string | undefined =>
  Number.isNaN(Date.parse(value ?? '')) ? undefined : value;
