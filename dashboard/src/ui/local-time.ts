const two = (part: number): string => String(part).padStart(2, '0');

/** A time of the API as the value of a field of the type `datetime-local`, in the zone of the user. */
export function toLocalField(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The value of such a field as a time of the API; null for an empty one. */
export const fromLocalField = (value: string): string | null =>
  value === '' ? null : new Date(value).toISOString();
