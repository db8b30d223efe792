import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';

const handshakeRecord = 22;
const certificateRequest = 13;

/**
 * Whether a server asks its clients for a certificate. TLS 1.2 says it in the clear (RFC 5246 section 7.4.4), so a forwarder between
 * both reads it.
 */
export async function asksForCertificate(port: number): Promise<boolean> {
  const heard: Buffer[] = [];
  const forwarder = net.createServer((client) => {
    const server = net.connect({ port, host: '127.0.0.1' });
    for (const one of [client, server]) one.on('error', () => undefined);
    server.on('data', (part) => heard.push(part));
    client.pipe(server).pipe(client);
  });
  forwarder.listen(0, '127.0.0.1');
  await once(forwarder, 'listening');
  const socket = tls.connect({
    port: (forwarder.address() as AddressInfo).port,
    host: '127.0.0.1',
    maxVersion: 'TLSv1.2',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  socket.destroy();
  forwarder.close();
  return kindsOf(Buffer.concat(heard)).includes(certificateRequest);
}

/** The types of the handshake messages of a server, until it encrypts. */
function kindsOf(bytes: Buffer): number[] {
  const parts: Buffer[] = [];
  for (let at = 0; bytes[at] === handshakeRecord; at += 5 + bytes.readUInt16BE(at + 3))
    parts.push(bytes.subarray(at + 5, at + 5 + bytes.readUInt16BE(at + 3)));
  const messages = Buffer.concat(parts);
  const kinds: number[] = [];
  for (let at = 0; at + 4 <= messages.length; at += 4 + messages.readUIntBE(at + 1, 3))
    kinds.push(messages[at] ?? 0);
  return kinds;
}
