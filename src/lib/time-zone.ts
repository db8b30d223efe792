/** How a refusal says it. */
export const timeZoneRule = 'must be a time zone of the IANA database such as Europe/Berlin';

/** Making a formatter takes 0.1 ms; most names are among these. */
const current: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Whether the IANA database has the name, in any case, older names such as Asia/Calcutta too. */
export function isTimeZone(name: string): boolean {
  if (current.has(name)) return true;
  // An offset such as +01:00 has no summer time; Intl would take it.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
