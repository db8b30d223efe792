import { plainAddress } from './redact.ts';

/** Rules whose finding can only be a name, a time or an address. Others may find a value about a person. */
const showable: ReadonlySet<string> = new Set([
  'root',
  'element',
  'attribute',
  'text',
  'issuer',
  'too-old',
  'in-the-future',
  'expired',
  'signature-place',
  'signature-algorithm',
  'digest-algorithm',
  'signature-transform',
]);

/** Returns what a message had where it broke a rule, if administrators may see it. */
export function shownFind(rule: string | null, found: string): string | null {
  if (rule === 'destination' || rule === null) return plainAddress(found).slice(0, 200);
  return showable.has(rule) ? found.slice(0, 200) : null;
}
