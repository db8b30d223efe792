import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';

/** The server's answer for one name. Without any field, the name exists and has no TXT record (NODATA). */
export interface DnsAnswer {
  /** TXT records. A text is cut into strings of 255 bytes; a list says where it is cut. */
  txt?: readonly (string | readonly string[])[];
  /** The name that the name is an alias of. Its TXT records come in the same response, as from a resolver. */
  cname?: string;
  /** `SERVFAIL`, `REFUSED` and others that say nothing about the name. */
  code?: 'SERVFAIL' | 'REFUSED' | 'NXDOMAIN' | 'FORMERR' | 'NOTIMP';
  /**
   * How the response lies. `id` and `question`: it has those of another request. `cut`: it ends in the middle. `referral`:
   * it comes from a server that does not know. `always cut`: it says that it is too long, also by TCP. `id first`: a wrong
   * response comes before the right one.
   */
  lie?: 'id' | 'question' | 'cut' | 'referral' | 'always cut' | 'id first';
  /** No response comes. */
  silent?: true;
}

export interface DnsServer {
  /** `address:port`, as `DNS_SERVERS` has it. */
  address: string;
  /** The names that were asked for, in their order. */
  readonly asked: string[];
  /** Names that are not set do not exist (NXDOMAIN). What was silent until then answers now. */
  answer: (name: string, answer: DnsAnswer) => void;
  /** Sets the answer to the next request for a name, instead of the usual one. */
  answerOnce: (name: string, answer: DnsAnswer) => void;
  close: () => Promise<void>;
}

const codes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const;
const [cnameType, txtType] = [5, 16];
/** The longest response by UDP (RFC 1035 section 4.2.1). */
const plainBytes = 512;

/**
 * Starts a name server of the test (RFC 1035) by UDP and TCP. It holds the process as little as a timer does.
 * Long responses are cut off by UDP, so that the client asks again by TCP.
 */
export async function startDnsServer(): Promise<DnsServer> {
  const answers = new Map<string, DnsAnswer>();
  const once = new Map<string, DnsAnswer>();
  const asked: string[] = [];
  /** The requests that got no response, by their names. */
  const unanswered = new Map<string, (() => void)[]>();
  const respond = (request: Buffer, most: number): Buffer[] => {
    const name = nameOf(request);
    const answer = once.get(name) ?? answers.get(name) ?? { code: 'NXDOMAIN' as const };
    const known = new Map([...answers, [name, answer]]);
    once.delete(name);
    if (answer.silent) return [];
    const response = responseTo(request, name, answer, known, most);
    return answer.lie === 'id first' ? [withOtherId(response), response] : [response];
  };
  const sockets = new Set<Socket>();
  const stream = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => undefined));
    let got = Buffer.alloc(0);
    socket.unref().on('data', (more) => {
      got = Buffer.concat([got, more]);
      for (let size = sizeOf(got); size !== undefined; size = sizeOf(got)) {
        const request = got.subarray(2, size + 2);
        asked.push(nameOf(request));
        for (const response of respond(request, 65_535))
          socket.write(Buffer.concat([number(response.length), response]));
        got = got.subarray(size + 2);
      }
    });
  }).unref();
  const datagrams = await listenAtOnePort(stream);
  const { port } = datagrams.address();
  datagrams.on('message', (request, { port: from, address }) => {
    const name = nameOf(request);
    asked.push(name);
    const send = () => {
      for (const response of respond(request, plainBytes)) datagrams.send(response, from, address);
    };
    if (answers.get(name)?.silent) unanswered.set(name, [...(unanswered.get(name) ?? []), send]);
    send();
  });
  return {
    address: `127.0.0.1:${port}`,
    asked,
    answer(given, answer) {
      const name = given.toLowerCase();
      answers.set(name, answer);
      if (answer.silent) return;
      for (const send of unanswered.get(name) ?? []) send();
      unanswered.delete(name);
    },
    answerOnce: (name, answer) => void once.set(name.toLowerCase(), answer),
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((done) => datagrams.close(done)),
        new Promise((done) => stream.close(done)),
      ]);
    },
  };
}

/** Finds a port that is free by both protocols. Another program may have a port by one of them. */
async function listenAtOnePort(stream: Server): Promise<DatagramSocket> {
  for (let tries = 0; tries < 50; tries++) {
    const datagrams = createSocket('udp4').unref();
    await new Promise<void>((done) => datagrams.bind(0, '127.0.0.1', done));
    const { port } = datagrams.address();
    const isFree = await new Promise<boolean>((done) => {
      stream.removeAllListeners('error').once('error', () => done(false));
      stream.listen(port, '127.0.0.1', () => done(true));
    });
    if (isFree) return datagrams;
    await new Promise<void>((done) => datagrams.close(done));
  }
  throw new Error('no port is free');
}

const number = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);

/** The length of the first message of a stream, if all of it is there (RFC 1035 section 4.2.2). */
function sizeOf(got: Buffer): number | undefined {
  const size = got.length < 2 ? Infinity : got.readUInt16BE(0);
  return got.length < size + 2 ? undefined : size;
}

/** The end of the question: its name, its type and its class. */
function questionEnd(request: Buffer): number {
  let at = 12;
  while ((request[at] ?? 0) > 0) at += (request[at] ?? 0) + 1;
  return at + 5;
}

function nameOf(request: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; (request[at] ?? 0) > 0; at += (request[at] ?? 0) + 1)
    labels.push(request.toString('latin1', at + 1, at + 1 + (request[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

/** The response to another request. */
function withOtherId(response: Buffer): Buffer {
  const other = Buffer.from(response);
  other.writeUInt16BE(response.readUInt16BE(0) ^ 0x5555, 0);
  return other;
}

function responseTo(
  request: Buffer,
  name: string,
  { code, lie }: DnsAnswer,
  answers: ReadonlyMap<string, DnsAnswer>,
  most: number,
): Buffer {
  const question = Buffer.from(request.subarray(12, questionEnd(request)));
  const records = recordsOf(name, answers);
  const header = (cut: boolean, count: number): Buffer =>
    Buffer.concat([
      request.subarray(0, 2),
      number((lie === 'referral' ? 0x8100 : 0x8180) | (cut ? 0x0200 : 0) | codes[code ?? 'NOERROR']),
      number(1),
      number(count),
      Buffer.alloc(4),
    ]);
  // Another letter in the first label makes it another name.
  if (lie === 'question') question[1] = 'z'.charCodeAt(0);
  const whole = Buffer.concat([header(false, records.length), question, ...records]);
  if (lie === 'cut') return whole.subarray(0, 20);
  if (lie === 'id') return withOtherId(whole);
  if (lie === 'referral') return Buffer.concat([header(false, 0), question]);
  return whole.length > most || lie === 'always cut' ? Buffer.concat([header(true, 0), question]) : whole;
}

/** The records of a name, and of the names that it is an alias of. */
function recordsOf(name: string, answers: ReadonlyMap<string, DnsAnswer>): Buffer[] {
  const { txt = [], cname, code } = answers.get(name) ?? {};
  if (code !== undefined) return [];
  if (cname !== undefined)
    return [record(name, cnameType, encodedName(cname)), ...recordsOf(cname.toLowerCase(), answers)];
  return txt.map((text) => record(name, txtType, Buffer.concat(stringsOf(text).map(characterString))));
}

const record = (name: string, type: number, data: Buffer): Buffer =>
  Buffer.concat([
    encodedName(name),
    number(type),
    number(1),
    number(0),
    number(60),
    number(data.length),
    data,
  ]);

const encodedName = (name: string): Buffer =>
  Buffer.concat([...name.split('.').map((label) => characterString(label)), Buffer.alloc(1)]);

function characterString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

const stringsOf = (text: string | readonly string[]): readonly string[] =>
  typeof text === 'string' ? (text.match(/[^]{1,255}/g) ?? ['']) : text;

let shared: Promise<DnsServer> | undefined;

/** The name server of all services of this process. Tests use names of their own. */
export const sharedDns = (): Promise<DnsServer> => (shared ??= startDnsServer());
