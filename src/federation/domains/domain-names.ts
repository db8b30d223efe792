import { domainToASCII, domainToUnicode } from 'node:url';
import { invalid } from '../../failure.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';

/** The name of the record that proves a domain. */
export const challengeName = (domain: string): string => `_kd-challenge.${domain}`;

/**
 * Returns the domains that a caller sent in the form in which they are stored, each once: in lower case, as A-labels
 * (RFC 5890). The contract has checked their letters and their lengths.
 * @throws {Failure} VALIDATION_ERROR
 */
export const storedDomains = (sent: readonly string[]): string[] => [...new Set(sent.map(storedDomain))];

function storedDomain(text: string, at: number): string {
  const domain = text.toLowerCase();
  const field = `domains.${at}`;
  if (!domain.split('.').every(isLabel) || isNumber(domain.split('.').at(-1) ?? ''))
    throw invalid(
      field,
      'must be a domain of the DNS such as acme.example, and not an IP address. Write international names as A-labels such as xn--bcher-kva.example',
    );
  if (isPublicMailDomain(domain))
    throw invalid(
      field,
      'is a domain in which anyone can get an address. Send only domains that belong to your organization',
    );
  return domain;
}

/**
 * Tells whether a label can be registered. What follows `xn--` must be the one encoding of a name, or two texts would
 * name one domain. Node leaves a broken encoding as it is, and Deno replaces it.
 */
function isLabel(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const shown = domainToUnicode(label);
  return /\P{ASCII}/u.test(shown) && !shown.includes('\uFFFD') && domainToASCII(shown) === label;
}

/** The last part of an IP address, however it is written. */
const isNumber = (label: string): boolean => /^(\d+|0x[\da-f]*)$/.test(label);
