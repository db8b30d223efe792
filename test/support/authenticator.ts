import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** The part that an authenticator needs of a page's request. */
export interface Asked {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** The differences from an honest response. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the holder is asked for a finger or a PIN. */
  verifies?: boolean;
  present?: boolean;
  counter?: number;
  /** Whether the key may be on many devices. */
  synced?: boolean;
  signature?: Buffer;
  userHandle?: string | undefined;
  id?: string;
}

/** An authenticator in software, for one key of ES256. It answers as WebAuthn level 3 says, or deviates a little. */
export interface Authenticator {
  id: string;
  counter: number;
  create: (asked: Asked, deviation?: Deviation & { aaguid?: string }) => string;
  get: (asked: Asked, deviation?: Deviation) => string;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const hashOf = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

export function anAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  let handle: string | undefined;

  // COSE (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ]);

  const client = (type: string, asked: Asked, off: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: off.type ?? type,
        challenge: off.challenge ?? asked.challenge,
        origin: off.origin ?? origin,
        crossOrigin: false,
      }),
    );

  /** WebAuthn level 3, section 6.1; `more` is the attested credential data of a new key. */
  const data = (asked: Asked, off: Deviation, more: Buffer): Buffer => {
    const { present = true, verifies = true, synced = false } = off;
    const flags =
      (present ? 0x01 : 0) | (verifies ? 0x04 : 0) | (synced ? 0x18 : 0) | (more.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(off.counter ?? made.counter);
    const rpId = off.rpId ?? asked.rp?.id ?? asked.rpId ?? new URL(origin).hostname;
    return Buffer.concat([hashOf(rpId), Buffer.from([flags]), counter, more]);
  };

  const answer = (off: Deviation, response: object): string => {
    const id = off.id ?? text(credentialId);
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  };

  const made: Authenticator = {
    id: text(credentialId),
    counter: 0,
    create(asked, off = {}) {
      handle = asked.user?.id;
      const aaguid = Buffer.from((off.aaguid ?? '').replaceAll('-', '').padEnd(32, '0'), 'hex');
      const length = Buffer.from([0, credentialId.length]);
      const authData = data(asked, off, Buffer.concat([aaguid, length, credentialId, cose]));
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return answer(off, {
        clientDataJSON: text(client('webauthn.create', asked, off)),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      });
    },
    get(asked, off = {}) {
      const clientData = client('webauthn.get', asked, off);
      const authenticatorData = data(asked, off, Buffer.alloc(0));
      const signed = Buffer.concat([authenticatorData, hashOf(clientData)]);
      const signature = off.signature ?? createSign('SHA256').update(signed).sign(privateKey);
      const userHandle = 'userHandle' in off ? off.userHandle : handle;
      return answer(off, {
        clientDataJSON: text(clientData),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle === undefined ? {} : { userHandle }),
      });
    },
  };
  return made;
}
