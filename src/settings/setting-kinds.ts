// How the texts of settings become values, and how the refusal of a text says what is allowed.
import { isCidr } from '../lib/address.ts';
import { readDnsServer } from '../lib/dns-server.ts';
import { readEgressRule } from '../lib/egress-rule.ts';
import { isId } from '../lib/id.ts';
import { masterKeyForm, readMasterKey } from '../lib/master-key.ts';
import { refusalOfOrganizationName } from './organization-name.ts';
import { readPostgresUrl } from '../lib/postgres-url.ts';
import { isSmtpUrl } from './smtp-url.ts';
import { isWellFormedSecret, type SecretPrefix } from '../lib/secret.ts';

/** How a text becomes a value: `read` returns it, or undefined if the text is not what `allowed` says. */
export type Kind<T> = { readonly allowed: string; readonly read: (text: string) => T | undefined };

const text = (allowed: string, pattern: RegExp): Kind<string> => ({
  allowed,
  read: (value) => (pattern.test(value) ? value : undefined),
});

export const integer = (least: number, most: number, meaning = ''): Kind<number> => ({
  allowed: `a whole number from ${least} to ${most}${meaning}`,
  read: (value) => {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  },
});

export const oneOf = <T extends string>(...choices: readonly T[]): Kind<T> => ({
  allowed: `one of ${choices.join(', ')}`,
  read: (value) => choices.find((choice) => choice === value),
});

export const key = (prefix: SecretPrefix): Kind<string> => ({
  allowed: `a key that starts with ${prefix} and has the right check digits; make key prints one`,
  read: (value) => (value.startsWith(prefix) && isWellFormedSecret(value) ? value : undefined),
});

export const port = integer(0, 65_535, ' (0: any free port)');
export const host = text(
  'a host name or an IP address, without a port or brackets',
  /^[A-Za-z0-9._:%-]{1,255}$/,
);
export const path = text('a path', /^[^\0]+$/);
export const postgresUrl: Kind<string> = {
  allowed:
    'a URL that starts with postgres:// or postgresql://. It may have several hosts (host1:5432,host2:5432) and target_session_attrs=read-write, primary or any',
  read: (value) => (readPostgresUrl(value) ? value : undefined),
};
const address = '[^\\s<>@",;:]{1,64}@[A-Za-z0-9.-]{1,255}';
export const sender = text(
  'an email address, alone or as Name <address>',
  new RegExp(`^(${address}|[^\\p{Cc}<>@",;:]{1,100} <${address}>)$`, 'u'),
);

export const smtpUrl: Kind<string> = {
  allowed:
    'a URL that starts with smtp:// or smtps:// and has a host, maybe a user, a password and a port, and nothing else',
  read: (value) => (isSmtpUrl(value) ? value : undefined),
};

export const count = integer(1, 1_000_000_000);
export const rate = integer(0, 1_000_000);

export const orgId: Kind<string> = {
  allowed: 'org_ and 26 Crockford base32 digits in lowercase, the first of them 0 to 7',
  read: (value) => (isId('org', value) ? value : undefined),
};

export const organizationName: Kind<string> = {
  allowed: '2 to 100 characters that people can read, none of them invisible',
  read: (value) => (refusalOfOrganizationName(value) === undefined ? value : undefined),
};

export const origin: Kind<string> = {
  allowed: 'an absolute http or https URL without user, path, query or fragment',
  read: (value) => {
    // The pattern keeps out what the URL parser would forgive: spaces, backslashes, an empty query.
    if (!/^https?:\/\/[^\s/\\?#@]+\/?$/i.test(value) || !URL.canParse(value)) return undefined;
    return new URL(value).origin;
  },
};

export const httpsOrigin: Kind<string> = {
  allowed: 'an https origin without user, path, query or fragment such as https://device.example.com',
  read: (value) => (/^https:/i.test(value) ? origin.read(value) : undefined),
};

export const httpsUrl: Kind<string> = {
  allowed: 'an https URL without user, password and fragment',
  read: (value) =>
    /^https:\/\/[^\s/\\?#@]+(\/[^\s#]*)?$/i.test(value) && URL.canParse(value) ? value : undefined,
};

/** A share from 0 to 1. */
export const share: Kind<number> = {
  allowed: 'a number from 0 to 1',
  read: (value) => (/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(value) ? Number(value) : undefined),
};

export const collectorUrl: Kind<string> = {
  allowed:
    'an http or https URL without user, password, query and fragment such as http://collector.example:4318',
  read: (value) =>
    /^https?:\/\/[^\s/\\?#@]+(\/[^\s?#]*)?$/i.test(value) && URL.canParse(value) ? value : undefined,
};

/** As in W3C Baggage: names and percent-encoded values. A value is often a secret. */
export const headerList: Kind<Readonly<Record<string, string>>> = {
  allowed: 'name=value, several of them with commas between them, each value percent-encoded',
  read: (value) => {
    const pairs = value.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([!-~]*)\s*$/.exec(pair));
    try {
      const read = pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')] as const);
      const isGood = read.every(([name, text]) => name !== '' && /^[\t -~]*$/.test(text));
      return isGood ? Object.freeze(Object.fromEntries(read)) : undefined;
    } catch {
      return undefined;
    }
  },
};

export const serviceName = text('1 to 64 letters, digits, dots, hyphens and underscores', /^[\w.-]{1,64}$/);

/** Several of a kind, with commas between them. */
const list = <T>(allowed: string, read: Kind<T>['read']): Kind<readonly T[]> => ({
  allowed,
  read: (value) => {
    const members = value.split(',').map((member) => read(member.trim()));
    return members.every((member) => member !== undefined) ? Object.freeze(members) : undefined;
  },
});

export const masterKeys = list(
  `${masterKeyForm}, or several of these with commas between them`,
  readMasterKey,
);

export const keyIds = list(
  'IDs of master keys, eight hexadecimal digits each, with commas between them',
  (member) => (/^[0-9a-f]{8}$/.test(member) ? member : undefined),
);

export const cidrs = list(
  'a comma-separated list of addresses and CIDR ranges whose host bits are zero',
  (member) => (isCidr(member) ? member : undefined),
);

export const egressRules = list(
  'a comma-separated list of addresses and CIDR ranges whose host bits are zero, each with or without a port (10.0.0.0/8:8443, [fd00::/8]:8443)',
  readEgressRule,
);

export const dnsServers = list(
  'a comma-separated list of addresses, each with or without a port (192.0.2.53, 192.0.2.53:5353, [2001:db8::53]:5353)',
  readDnsServer,
);
