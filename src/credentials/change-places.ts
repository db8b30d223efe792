import type { Vault } from '../platform/vault.ts';
import type { ChangesPlace } from './sql/verification-changes.ts';

/** An older place may be behind rows that were removed after ten minutes. */
const mostAgeMs = 300_000;
/** The longest text that the contract takes. A snapshot names each transaction that was going on. */
const mostLength = 8_192;
const purpose = 'credential-changes';

/** Writes places of a tenant as ids of events, and reads them again. */
export interface ChangePlaces {
  /** @returns undefined if the text would be too long */
  textOf: (place: ChangesPlace) => string | undefined;
  /** @param now the place of now. @returns undefined if no node wrote the text for this tenant, or if the place is too old */
  placeOf: (text: string, now: ChangesPlace) => ChangesPlace | undefined;
}

/** Each text is sealed: the numbers of transactions say how much all tenants write, and a made-up place would make a look read too much. */
export const changePlaces = (vault: Pick<Vault, 'open' | 'seal'>, orgId: string): ChangePlaces => ({
  textOf({ read, at, server }) {
    const content = JSON.stringify([Math.round(at), read, server]);
    const text = vault.seal(content, orgId, purpose).toString('base64url');
    return text.length > mostLength ? undefined : text;
  },
  placeOf(text, now) {
    try {
      const content = vault.open(Buffer.from(text, 'base64url'), orgId, purpose);
      const [at, read, server] = JSON.parse(content) as [number, string, string];
      return now.at - at > mostAgeMs ? undefined : { read, at, server };
    } catch {
      return undefined;
    }
  },
});
