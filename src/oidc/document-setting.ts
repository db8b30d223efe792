import type { FieldChange } from '../lib/field-change.ts';
import { ifBelow, ifGains, ifLoses, ifOn, type Loosens, loosensBy } from '../lib/loosening.ts';

/** Which client ID metadata documents a tenant reads (docs/client-metadata-documents.md). */
export interface DocumentSetting {
  /** OFF reads none, ALLOWED_HOSTS those of `allowedHosts`, and ANY_HOST all but those of `blockedHosts`. */
  mode: 'OFF' | 'ALLOWED_HOSTS' | 'ANY_HOST';
  /** Hosts, with a port if it is not 443. `*.example.com` stands for all names below `example.com`, and not for itself. */
  allowedHosts: readonly string[];
  /** Hosts in the same form, which no mode allows. */
  blockedHosts: readonly string[];
  /** Whether a document may have users sent to a program on their own computer. */
  loopbackRedirects: boolean;
}

/** The setting of a tenant that has stored some of its fields, or none. */
export const withDefaults = (stored: Partial<DocumentSetting> | null): DocumentSetting => ({
  mode: 'OFF',
  allowedHosts: [],
  blockedHosts: [],
  loopbackRedirects: false,
  ...stored,
});

/**
 * Whether a tenant lets a host speak for clients. The engine asks at each request, so a host that is not allowed any more has no clients.
 * @param host of the address of a document, with its port if it is not 443
 */
export function allowsHost({ mode, allowedHosts, blockedHosts }: DocumentSetting, host: string): boolean {
  if (mode === 'OFF' || blockedHosts.some((entry) => namesHost(entry, host))) return false;
  return mode === 'ANY_HOST' || allowedHosts.some((entry) => namesHost(entry, host));
}

/** Whether an entry of a list of hosts names a host. */
export const namesHost = (entry: string, host: string): boolean =>
  entry.startsWith('*.') ? host.endsWith(entry.slice(1)) : host === entry;

/** @returns what is allowed, when an entry of a list of hosts is refused */
export function refusalOfHost(entry: string): string | undefined {
  const host = entry.startsWith('*.') ? entry.slice(2) : entry;
  if (host === '' || host.includes('*') || URL.parse(`https://${host}/`)?.host !== host)
    return 'must be a host in small letters, such as example.com, *.example.com or example.com:8443';
  // It would allow the owner of each domain below a top-level domain.
  if (entry.startsWith('*.') && !host.replace(/:\d+$/, '').includes('.'))
    return 'must have a domain of two labels at least behind the asterisk, such as *.example.com';
  return undefined;
}

const fields: Readonly<Record<keyof DocumentSetting, Loosens>> = {
  // The weakest first.
  mode: ifBelow('ANY_HOST', 'ALLOWED_HOSTS', 'OFF'),
  allowedHosts: ifGains,
  blockedHosts: ifLoses,
  loopbackRedirects: ifOn,
};

/** Whether one of the changes lets in more clients, or lets clients send users to more places. */
export const loosensDocuments = (changes: readonly FieldChange[]): boolean => loosensBy(fields, changes);
