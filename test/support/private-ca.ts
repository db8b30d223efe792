import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate authority for HTTPS servers of tests, which no other program trusts. */
export interface PrivateCa {
  /** Its own certificate, in PEM. */
  ca: string;
  /** @param names as openssl writes them: `DNS:localhost,IP:127.0.0.1` */
  issue: (names?: string) => Certificate;
  /** One for the same names whose time ended yesterday. */
  issueExpired: () => Certificate;
}

/** Who runs a service in a process of its own writes `ca` to a file and sets NODE_EXTRA_CA_CERTS. */
export function createPrivateCa(): PrivateCa {
  const authority = makeCertificate(['-subj', '/CN=Private CA', '-addext', 'keyUsage=critical,keyCertSign']);
  return {
    ca: authority.cert,
    issue: (names) => makeCertificate(leaf(names), authority),
    issueExpired: () => expire(makeCertificate(leaf()), authority),
  };
}

const leaf = (names = 'DNS:localhost,IP:127.0.0.1'): string[] => [
  '-subj',
  '/CN=Receiver',
  '-addext',
  `subjectAltName=${names}`,
  '-addext',
  'basicConstraints=critical,CA:FALSE',
];

function makeCertificate(options: readonly string[], issuer?: Certificate): Certificate {
  return inFolder((file) => {
    const signedBy = issuer && ['-CA', file('ca.pem', issuer.cert), '-CAkey', file('ca.key', issuer.key)];
    openssl([
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '3650', // tests jump the clock
      '-keyout',
      file('key'),
      '-out',
      file('cert'),
      ...options,
      ...(signedBy ?? []),
    ]);
    return { cert: readFileSync(file('cert'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
  });
}

/** `req` takes no time in the past; signing what signed itself does, and keeps its names. */
const expire = ({ cert, key }: Certificate, issuer: Certificate): Certificate =>
  inFolder((file) => {
    const signedBy = ['-CA', file('ca.pem', issuer.cert), '-CAkey', file('ca.key', issuer.key)];
    openssl([
      'x509',
      '-in',
      file('old', cert),
      '-days',
      '-1',
      ...signedBy,
      '-set_serial',
      '1',
      '-out',
      file('new'),
    ]);
    return { cert: readFileSync(file('new'), 'utf8'), key };
  });

function inFolder<T>(work: (file: (name: string, content?: string) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-ca-'));
  try {
    return work((name, content) => {
      const path = join(folder, name);
      if (content !== undefined) writeFileSync(path, content, { mode: 0o600 });
      return path;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const openssl = (options: readonly string[]): Buffer => execFileSync('openssl', options, { stdio: 'pipe' });
