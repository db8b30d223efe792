const units: readonly [name: Intl.NumberFormatOptions['unit'], seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** A length of time in words, such as “1 day 6 hours”. Empty for what is not a whole number of seconds above 0. */
export function durationOf(seconds: unknown): string {
  if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds <= 0) return '';
  let rest = seconds;
  return units
    .map(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      const words = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' });
      return count > 0 ? words.format(count) : '';
    })
    .filter(Boolean)
    .join(' ');
}
