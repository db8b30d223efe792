// The rules of the six objects that the contract cannot express. The rules depend on other fields, on the base
// URL or on the service.
import { isAddress } from '../lib/address.ts';
import type { AuthConfig, AuthConfigName } from '../lib/auth-config.ts';
import { contrast, leastTextContrast, textOn } from '../lib/contrast.ts';

export interface Surroundings {
  baseUrl: string;
  /** Whether passwords can be looked up in the list of those that were breached. */
  knowsBreached: boolean;
}

/** Field → what is allowed; `at` are the fields of the change that is asked for. */
type Rule<Name extends AuthConfigName> = (
  config: AuthConfig[Name],
  around: Surroundings,
) => Partial<Record<keyof AuthConfig[Name] | `${string}.${number}`, string | false>>;

/** Returns what would be wrong with the changed object, by field. */
export function mistakesOf<Name extends AuthConfigName>(
  name: Name,
  config: AuthConfig[Name],
  around: Surroundings,
): Record<string, string> {
  const found = Object.entries<string | false | undefined>(rules[name](config, around));
  return Object.fromEntries(found.flatMap(([field, text]) => (text ? [[field, text]] : [])));
}

const longestSpanSeconds = 180;

const rules: { readonly [Name in AuthConfigName]: Rule<Name> } = {
  passwordPolicy: (policy, { knowsBreached }) => ({
    minLength: policy.minLength > policy.maxLength && 'must not be more than maxLength',
    lockoutDurationSeconds:
      policy.lockoutDurationSeconds > policy.lockoutWindowSeconds &&
      'must not be more than lockoutWindowSeconds',
    disallowBreached:
      policy.disallowBreached &&
      !knowsBreached &&
      'cannot be true: the service has no list of breached passwords (BREACHED_PASSWORDS_FILE)',
  }),
  totp: ({ enabled, enforcement, window, periodSeconds }) => ({
    enforcement: !enabled && enforcement === 'REQUIRED' && 'must not be REQUIRED unless enabled',
    window:
      (2 * window + 1) * periodSeconds > longestSpanSeconds &&
      `must be less: with this periodSeconds, codes would be valid for more than ${longestSpanSeconds} seconds`,
  }),
  webauthn: (config, { baseUrl }) => {
    const { passwordless, userVerification, residentKey, allowedAaguids, attestation } = config;
    const { hostname, origin } = new URL(baseUrl);
    const rpId = config.rpId ?? hostname;
    const fitting = isWithin(hostname, rpId);
    return {
      rpId: !fitting && `must be ${hostname} or a parent domain of it, because browsers require this`,
      ...(fitting && config.origins ? mistakesOfOrigins(config.origins, rpId, origin) : {}),
      userVerification:
        passwordless && userVerification !== 'required' && 'must be required while passwordless is true',
      residentKey:
        passwordless && residentKey === 'discouraged' && 'must not be discouraged while passwordless is true',
      attestation:
        allowedAaguids !== null &&
        attestation === 'none' &&
        'must not be none while allowedAaguids is set: without attestation, a passkey may name any model',
    };
  },
  magicLink: ({ redirectAllowlist }) =>
    Object.fromEntries(
      redirectAllowlist.map((address, at) => [
        `redirectAllowlist.${at}` as const,
        // Addresses are compared exactly, so an address with a pattern would match no request.
        (!isSecureAddress(address) || address.includes('*')) &&
          'must be an https address, or http on localhost, without user, fragment or *',
      ]),
    ),
  registration: () => ({}),
  branding: ({ primaryColor, backgroundColor, logoUri, supportUri }) => ({
    primaryColor: unreadable(primaryColor),
    backgroundColor: unreadable(backgroundColor),
    logoUri:
      logoUri !== null &&
      !isLogo(logoUri) &&
      'must be an https address, or a data URL of a PNG, JPEG, WebP or GIF in base64',
    supportUri:
      supportUri !== null && !isSupport(supportUri) && 'must be an https address or mailto with one address',
  }),
};

/** Whether `host` is `domain` or below it. What browsers take for a public suffix they refuse themselves. */
const isWithin = (host: string, domain: string): boolean =>
  host === domain || (host.endsWith(`.${domain}`) && domain.includes('.') && !isAddress(host));

function mistakesOfOrigins(
  origins: readonly string[],
  rpId: string,
  own: string,
): Record<`origins.${number}` | 'origins', string | false> {
  const entries = origins.map((text, at) => [
    `origins.${at}`,
    text !== own &&
      !isOriginOf(text, rpId) &&
      `must be an origin at ${rpId} or a subdomain, with https or on localhost, such as ${own}`,
  ]);
  const all = { origins: !origins.includes(own) && `must include ${own}, the origin of the hosted pages` };
  return { ...all, ...Object.fromEntries(entries) };
}

function isOriginOf(text: string, rpId: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, hostname, protocol } = new URL(text);
  return text === origin && isSecure(protocol, hostname) && isWithin(hostname, rpId);
}

/** Where browsers see no danger in plain HTTP. */
const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

const isSecure = (protocol: string, host: string): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLocal(host));

function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\#\p{Cc}]/u.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return isSecure(protocol, hostname) && username === '' && password === '';
}

function unreadable(color: string): string | false {
  const found = contrast(color, textOn(color));
  // Rounded down, or what is refused would be said to have enough.
  const shown = Math.floor(found * 100) / 100;
  return (
    found < leastTextContrast &&
    `must be lighter or darker: text on it has a contrast of ${shown} to 1, and needs 4.5 to 1`
  );
}

/**
 * The first octets of each type of picture. A data URL of another type would be taken for the type that it
 * names.
 */
const pictures: Readonly<Record<string, (octets: string) => boolean>> = {
  png: (octets) => octets.startsWith('\x89PNG\r\n\x1a\n'),
  jpeg: (octets) => octets.startsWith('\xff\xd8\xff'),
  gif: (octets) => octets.startsWith('GIF87a') || octets.startsWith('GIF89a'),
  webp: (octets) => octets.startsWith('RIFF') && octets.startsWith('WEBP', 8),
};

function isLogo(text: string): boolean {
  if (!text.startsWith('data:')) return isHttps(text);
  const [, type = '', data] =
    /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  if (data === undefined || data.length % 4 !== 0) return false;
  const start = Buffer.from(data.slice(0, 32), 'base64').toString('latin1');
  return pictures[type]?.(start) ?? false;
}

const isHttps = (text: string): boolean => isSecureAddress(text) && new URL(text).protocol === 'https:';

const isSupport = (text: string): boolean =>
  isHttps(text) || /^mailto:[^\s@?,;:<>"\\\p{Cc}]{1,64}@[A-Za-z0-9.-]{1,255}$/u.test(text);
