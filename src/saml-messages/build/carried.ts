import type { Parameter } from '../receive/received.ts';
import { postFields, redirectUrl } from './bindings.ts';
import type { SigningKey } from './sign.ts';

/** How a browser takes a message to its receiver: by an address, or by a form. */
export type Carried = { url: string } | { action: string; fields: [name: string, value: string][] };

/** A message that is signed when the transaction has ended. */
export interface Carriable<Key = SigningKey> {
  binding: 'HTTP-Redirect' | 'HTTP-POST';
  destination: string;
  parameter: Parameter;
  relayState?: string;
  key: Key;
  write: (signing: Key | 'by-query') => string;
}

/** Signs a message and has a browser carry it. */
export function carried<Key extends SigningKey | 'unsigned'>({
  binding,
  destination,
  parameter,
  relayState,
  key,
  write,
}: Carriable<Key>): Carried {
  const about = { parameter, ...(relayState === undefined ? {} : { relayState }) };
  if (binding === 'HTTP-Redirect')
    return { url: redirectUrl(destination, { ...about, xml: write('by-query') }, key) };
  return { action: destination, fields: Object.entries(postFields({ ...about, xml: write(key) })) };
}
