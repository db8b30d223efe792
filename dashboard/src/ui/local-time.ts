const two = (part: number): string => String(part).padStart(2, '0');

/** A time of the API as the value of a field of the type `datetime-local`, in the zone of the user. */
export function toLocalField(at: string | null): string {
  const date = new Date(at ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The value of such a field as a time of the API; null for one that is empty or no time, which `toISOString` throws for. */
export function fromLocalField(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
