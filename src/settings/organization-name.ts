import { refusalOfShownText } from '../lib/shown-text.ts';

/** Returns the rule that the name of an organization breaks, or undefined. */
export function refusalOfOrganizationName(name: string): string | undefined {
  // As the column counts: characters, not UTF-16 units.
  const { length } = Array.from(name);
  if (length < 2 || length > 100) return 'must have 2 to 100 characters';
  return refusalOfShownText(name, 'line');
}
