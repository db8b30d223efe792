// tsyringe, which @peculiar/x509 stands on, needs it first.
// oxlint-disable-next-line import/no-unassigned-import
import 'reflect-metadata';
import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

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
  issue: (names?: string) => Promise<Certificate>;
  /** One for the same names whose time ended yesterday. */
  issueExpired: () => Promise<Certificate>;
}

/** Who runs a service in a process of its own writes `ca` to a file and sets NODE_EXTRA_CA_CERTS. */
export async function createPrivateCa(): Promise<PrivateCa> {
  const subject = 'CN=Private CA';
  const authority = await aKeyPair();
  const ca = await certificateOf(
    { subject, publicKey: authority.publicKey, validDays },
    { issuer: subject, ...authority },
    [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
    ],
  );
  const issue = async (names = 'DNS:localhost,IP:127.0.0.1', days = validDays): Promise<Certificate> => {
    const { key, publicKey } = await aKeyPair();
    const cert = await certificateOf(
      { subject: 'CN=Receiver', publicKey, validDays: days },
      { issuer: subject, ...authority },
      [new BasicConstraintsExtension(false, undefined, true), alternativeNames(names)],
    );
    return { cert, key };
  };
  return { ca, issue: (names) => issue(names), issueExpired: () => issue(undefined, -1) };
}

/** Tests jump the clock. */
const validDays = 3_650;
const dayMs = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

interface KeyPair {
  /** The private key in PEM. */
  key: string;
  privateKey: webcrypto.CryptoKey;
  publicKey: webcrypto.CryptoKey;
}

async function aKeyPair(): Promise<KeyPair> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
  return {
    key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, algorithm, true, ['verify']),
  };
}

/** @param validDays negative for one whose time has ended */
async function certificateOf(
  {
    subject,
    publicKey,
    validDays: days,
  }: { subject: string; publicKey: webcrypto.CryptoKey; validDays: number },
  by: { issuer: string; privateKey: webcrypto.CryptoKey; publicKey: webcrypto.CryptoKey },
  extensions: Extension[],
): Promise<string> {
  const end = Date.now() + days * dayMs;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    subject,
    issuer: by.issuer,
    notBefore: new Date(Math.min(Date.now(), end - dayMs)),
    notAfter: new Date(end),
    publicKey,
    signingKey: by.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...extensions,
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(by.publicKey),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}

const alternativeNames = (names: string): Extension =>
  new SubjectAlternativeNameExtension(
    names.split(',').map((name) => {
      const [kind = '', value = ''] = name.split(/:(.*)/s);
      return { type: kind === 'IP' ? 'ip' : 'dns', value };
    }),
  );
