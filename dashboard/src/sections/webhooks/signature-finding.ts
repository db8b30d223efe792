interface Received {
  secret: string;
  timestamp: string;
  signature: string;
  body: string;
}

export type Finding = 'fits' | 'old' | 'fitsNot';

/** Checks a signature of a delivery, as receivers do (docs/delivery.md). */
export async function signatureFinding({ secret, timestamp, signature, body }: Received): Promise<Finding> {
  const bytes = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret.trim()), hmac, false, ['sign']);
  const sent = timestamp.trim();
  const made = await crypto.subtle.sign('HMAC', key, bytes.encode(`${sent}.${body}`));
  const expected = [...new Uint8Array(made)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (expected !== signature.trim().toLowerCase()) return 'fitsNot';
  return Math.abs(Date.now() / 1000 - Number(sent)) > 300 ? 'old' : 'fits';
}
