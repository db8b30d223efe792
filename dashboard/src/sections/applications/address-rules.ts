import { texts } from '../../texts/applications.ts';

const { rules: words } = texts;

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
/** RFC 8252 section 7.1: a scheme of its own is the reverse of a domain name. */
const ownScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

const isWeb = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));

/** The rule that an address breaks. The service has a few more rules, and decides. */
const refusalOf = (text: string, mayHaveOwnScheme: boolean): string | undefined => {
  if (/[\s\\*]/.test(text) || !URL.canParse(text)) return words.address;
  if (text.includes('#')) return words.fragment;
  const url = new URL(text);
  if (isWeb(url) || (mayHaveOwnScheme && ownScheme.test(url.protocol))) return undefined;
  return mayHaveOwnScheme ? words.ownScheme : words.https;
};

const firstOf = (
  addresses: readonly string[],
  rule: (address: string) => string | undefined,
): string | undefined => {
  const wrong = addresses.find((address) => rule(address) !== undefined);
  return wrong === undefined ? undefined : words.of(wrong, rule(wrong) ?? '');
};

export const refusalOfAddresses = (
  addresses: readonly string[],
  mayHaveOwnScheme: boolean,
): string | undefined => firstOf(addresses, (address) => refusalOf(address, mayHaveOwnScheme));

export const refusalOfOrigins = (origins: readonly string[]): string | undefined =>
  firstOf(
    origins,
    (origin) => refusalOf(origin, false) ?? (new URL(origin).origin === origin ? undefined : words.origin),
  );

export const refusalOfAddress = (address: string): string | undefined => refusalOf(address, false);

/** Metadata and keys are read over https only. */
export const refusalOfSource = (address: string): string | undefined =>
  URL.canParse(address) && address.startsWith('https://') ? undefined : words.onlyHttps;

/** The origins of addresses, each once: whose scripts call the service (CORS). */
export const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(
    addresses.filter((one) => URL.canParse(one) && isWeb(new URL(one))).map((one) => new URL(one).origin),
  ),
];
