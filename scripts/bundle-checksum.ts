// Prints the SHA-256 of the bundle with sorted keys. It stays the same when only the way changes in which openapi/ is written.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

const bundle: unknown = JSON.parse(readFileSync('generated/openapi.json', 'utf8'));
console.log(
  createHash('sha256')
    .update(JSON.stringify(sorted(bundle)))
    .digest('hex'),
);
