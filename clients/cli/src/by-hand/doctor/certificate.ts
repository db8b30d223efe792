import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { ofThisMachine } from '../../service.ts';
import { codeOf, type Finding, finding, hostOf, longestMs, type Patient } from './check.ts';

const fewestDays = 14;
const dayMs = 86_400_000;

/** Checks the certificate that the service shows, and on its machine the file of it. */
export async function checkCertificate({ baseUrl, io: { env }, now }: Patient): Promise<Finding> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol === 'https:') return ofConnection(hostOf(hostname), Number(port) || 443, now());
  if (!ofThisMachine.test(hostname))
    return finding(
      'tls',
      'failed',
      'The address is http://, so others on the network can read what is sent.',
    );
  const file = env['TLS_CERT'];
  return file
    ? ofFile(file, now())
    : finding('tls', 'unknown', 'The address is http:// on this machine, so no certificate was checked.');
}

function ofFile(file: string, now: number): Finding {
  try {
    return judged(new X509Certificate(readFileSync(file)).validTo, 'of TLS_CERT', now);
  } catch (error) {
    return finding('tls', 'failed', `The certificate of TLS_CERT cannot be read (${codeOf(error)}).`);
  }
}

function ofConnection(host: string, port: number, now: number): Promise<Finding> {
  return new Promise((done) => {
    const socket = connect({ host, port, servername: /^[\d.]+$|:/.test(host) ? '' : host });
    const end = (found: Finding): void => {
      done(found);
      socket.destroy();
    };
    socket.setTimeout(longestMs, () =>
      end(finding('tls', 'failed', `${host}:${port} does not answer by TLS in 5 seconds.`)),
    );
    socket.once('error', (error) =>
      end(
        finding(
          'tls',
          'failed',
          `The certificate of ${host} is not trusted here, or TLS fails (${codeOf(error)}).`,
        ),
      ),
    );
    socket.once('secureConnect', () => {
      // NODE_TLS_REJECT_UNAUTHORIZED=0 lets such a connection be.
      if (!socket.authorized)
        end(
          finding(
            'tls',
            'failed',
            `The certificate of ${host} is not trusted (${String(socket.authorizationError)}).`,
          ),
        );
      else end(judged(socket.getPeerCertificate().valid_to, `of ${host}`, now));
    });
  });
}

function judged(validTo: string, which: string, now: number): Finding {
  const days = Math.floor((Date.parse(validTo) - now) / dayMs);
  if (Number.isNaN(days))
    return finding('tls', 'unknown', `The certificate ${which} does not say when it ends.`);
  if (days < 0) return finding('tls', 'failed', `The certificate ${which} has expired.`);
  return days < fewestDays
    ? finding('tls', 'warning', `The certificate ${which} ends in ${days} days.`)
    : finding('tls', 'ok', `The certificate ${which} is valid for ${days} more days.`);
}
