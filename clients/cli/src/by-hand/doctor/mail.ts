import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { writtenValue } from '../../../../../src/settings/secret-files.ts';
import { codeOf, type Finding, finding, hostOf, longestMs, type Patient } from './check.ts';

/** Checks whether the mail server answers. It signs in nowhere, and sends no mail. */
export async function checkMail({ io: { env }, isHost }: Patient): Promise<Finding> {
  if (!isHost)
    return finding(
      'mail',
      'unknown',
      'Only the machine of the service knows its mail server. Send a test mail: keyward auth-config test-mail-template.',
    );
  const { value: address, fault } = writtenValue('SMTP_URL', env);
  if (fault !== undefined) return finding('mail', 'failed', fault);
  if (address === undefined)
    return writtenValue('DATABASE_URL', env).value === undefined
      ? finding(
          'mail',
          'warning',
          'SMTP_URL is not set, so mails are files in the folder outbox of DATA_DIR.',
        )
      : finding('mail', 'failed', 'SMTP_URL is not set, so the service refuses what needs a mail.');
  if (!URL.canParse(address) || new URL(address).hostname === '')
    return finding('mail', 'failed', 'SMTP_URL is not the URL of a mail server.');
  const { protocol, hostname, port } = new URL(address);
  const isTls = protocol === 'smtps:';
  const at = { host: hostOf(hostname), port: Number(port) || (isTls ? 465 : 587) };
  try {
    const greeting = await greetingOf(at, isTls);
    return /^220[ -]/.test(greeting)
      ? finding('mail', 'ok', `The mail server ${at.host}:${at.port} answers.`)
      : finding('mail', 'failed', `Another server than one for mail answers at ${at.host}:${at.port}.`);
  } catch (error) {
    return finding(
      'mail',
      'failed',
      `The mail server ${at.host}:${at.port} cannot be reached (${codeOf(error)}).`,
    );
  }
}

/** Reads the first bytes that a mail server sends. */
function greetingOf({ host, port }: { host: string; port: number }, isTls: boolean): Promise<string> {
  return new Promise((done, fail) => {
    const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port });
    const end = (): void => void socket.destroy();
    socket.setTimeout(longestMs, () => {
      end();
      fail(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    });
    socket.once('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    socket.once('data', (bytes: Buffer) => {
      done(bytes.toString('latin1').slice(0, 100));
      socket.end('QUIT\r\n');
      end();
    });
  });
}
