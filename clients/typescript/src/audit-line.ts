// The parts of the lines of an audit log export, and their hashes (docs/audit.md).

export type Json = Record<string, unknown>;
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
export const named = ['type', 'id', 'name'];
export const expiredFields = ['type', 'id', 'expired', 'rowHash', 'sequence', 'hash'];
export const rowFields = (
  'type id timestamp action actor target result code reason ipAddress userAgent requestId changes environment ' +
  'erased sequence hash personalHash personal'
).split(' ');
export const epochFields = [
  'type',
  'sequence',
  'hash',
  'previousSequence',
  'previousHash',
  'openedAt',
  'keyId',
  'signature',
];
export const endFields =
  'orgId environment firstSequence previousHash lastSequence lastHash omitted omittedHash exportedAt'.split(
    ' ',
  );

/** Whether the values that may be erased are those that the row holds the hash of, and are shown as they are. */
export async function isPersonal(
  line: Json,
  personal: Json | null | undefined,
  hash: unknown,
): Promise<boolean> {
  const { actor, target } = line as Record<string, Json>;
  const shown = [
    actor?.['name'],
    target?.['name'],
    line['reason'],
    line['ipAddress'],
    line['userAgent'],
    line['changes'],
  ];
  if (personal === null) return line['erased'] === true && same(shown, [null, null, null, null, null, []]);
  const { salt, content } = personal ?? {};
  const bytes = typeof salt === 'string' ? fromHex(salt) : undefined;
  if (!bytes || typeof content !== 'string' || line['erased'] !== false) return false;
  if ((await sha256(joined(bytes, utf8(content)), 'hex')) !== hash) return false;
  const own = parsed(content, false) ?? {};
  const {
    actorName = null,
    targetName = null,
    reason = null,
    ipAddress = null,
    userAgent = null,
    changes = [],
  } = own;
  return same(shown, [actorName, targetName, reason, ipAddress, userAgent, changes]);
}

/**
 * Parses a line. Returns undefined for other text, and for text that could be read in two ways, as with a field that
 * comes twice.
 */
export function parsed(text: string, exact = true): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return exact && JSON.stringify(value) !== text ? undefined : (value as Json);
  } catch {
    return undefined;
  }
}

export const numberOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) ? (value as number) : null;
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export async function link(previous: string, rowHash: string): Promise<string> {
  return sha256(joined(fromHex(previous) ?? new Uint8Array(), fromHex(rowHash) ?? new Uint8Array()), 'hex');
}

export async function sha256(
  data: string | Uint8Array<ArrayBuffer>,
  form: 'hex' | 'base64url',
): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', typeof data === 'string' ? utf8(data) : data),
  );
  if (form === 'hex') return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return undefined;
  }
}
