import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate and its key, in PEM. */
export interface Certificate {
  cert: string;
  key: string;
}

/** An authority of its own, for HTTPS servers of tests; nobody else trusts it. */
export interface PrivateCa {
  /** Its own certificate, in PEM. */
  ca: string;
  /** @param names as openssl writes them: `DNS:localhost,IP:127.0.0.1` */
  issue: (names?: string) => Certificate;
}

/** Who runs a service in a process of its own writes `ca` to a file and sets NODE_EXTRA_CA_CERTS. */
export function createPrivateCa(): PrivateCa {
  const authority = makeCertificate(['-subj', '/CN=Private CA', '-addext', 'keyUsage=critical,keyCertSign']);
  return {
    ca: authority.cert,
    issue: (names = 'DNS:localhost,IP:127.0.0.1') =>
      makeCertificate(
        [
          '-subj',
          '/CN=Receiver',
          '-addext',
          `subjectAltName=${names}`,
          '-addext',
          'basicConstraints=critical,CA:FALSE',
        ],
        authority,
      ),
  };
}

function makeCertificate(options: readonly string[], issuer?: Certificate): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-ca-'));
  try {
    const file = (name: string, content?: string): string => {
      const path = join(folder, name);
      if (content !== undefined) writeFileSync(path, content, { mode: 0o600 });
      return path;
    };
    const signedBy = issuer && ['-CA', file('ca.pem', issuer.cert), '-CAkey', file('ca.key', issuer.key)];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '1',
        '-keyout',
        file('key'),
        '-out',
        file('cert'),
        ...options,
        ...(signedBy ?? []),
      ],
      { stdio: 'pipe' },
    );
    return { cert: readFileSync(file('cert'), 'utf8'), key: readFileSync(file('key'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
