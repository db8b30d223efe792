// Measures the CPU time of SAML messages, beside the bare RSA signature of the same run. The work is to build
// and sign responses, to encrypt them, and to verify AuthnRequests. Part of `make bench`. Options:
// --rounds=<count> --quick
import { createPublicKey, publicEncrypt, sign } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readAuthnRequest } from '../src/saml-messages/read/authn-request.ts';
import { receivePost } from '../src/saml-messages/receive/post.ts';
import type { Received } from '../src/saml-messages/receive/received.ts';
import { receiveRedirect } from '../src/saml-messages/receive/redirect.ts';
import { accept } from '../src/saml-messages/verify/accepted.ts';
import { requestLimits } from '../src/saml-messages/xml/strict.ts';
import { columns, median } from './report.ts';
import { newParty, postedRequest, queriedRequest, respond } from './saml-parts.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, quick: { type: 'boolean', default: false } },
});
const [rounds, times] = options.quick ? [2, 300] : [Number(options.rounds), 500];
/** A signature made may cost so many times the bare one. */
const mostPerSignature = 2.5;
/** Milliseconds. */
const mostPerRequest = 4;

const [ours, theirs] = [await newParty('identity provider'), await newParty('service provider')];
const data = Buffer.alloc(2_000, 'x');
const encryption = { certificate: theirs.certificate, algorithm: 'aes256-gcm' } as const;
const [form, query] = [postedRequest(theirs), queriedRequest(theirs)];
const trust = { certificates: [theirs.trusted], requireSignature: true };
const verify = (received: Received): unknown => readAuthnRequest(accept(received, 'AuthnRequest', trust));
const publicKey = createPublicKey(theirs.certificate);

interface Run {
  name: string;
  /** How many signatures it makes. */
  signatures: number;
  once: () => unknown;
}

const signing = { key: ours, signAssertion: true, signResponse: false };
const both = { ...signing, signResponse: true };
const bare: Run = {
  name: 'bare RSA signature',
  signatures: 1,
  once: () => sign('sha256', data, ours.privateKey),
};
const runs: Run[] = [
  bare,
  { name: 'response, assertion signed', signatures: 1, once: () => respond(signing) },
  { name: 'response, both signed', signatures: 2, once: () => respond(both) },
  {
    name: 'response, assertion signed, encrypted',
    signatures: 1,
    once: () => respond({ ...signing, encryption }),
  },
  { name: 'response, both signed, encrypted', signatures: 2, once: () => respond({ ...both, encryption }) },
  { name: 'bare RSA-OAEP', signatures: 0, once: () => publicEncrypt(publicKey, data.subarray(0, 32)) },
  {
    name: 'signed AuthnRequest by POST',
    signatures: 0,
    once: () => verify(receivePost({ parameter: 'SAMLRequest', message: form }, requestLimits)),
  },
  {
    name: 'signed AuthnRequest by redirect',
    signatures: 0,
    once: () => verify(receiveRedirect(query, requestLimits)),
  },
];

/** @returns CPU milliseconds of one time */
async function cost({ once }: Run): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

// The first times compile what they run.
for (const run of runs) await cost(run);
const costs = new Map(runs.map(({ name }) => [name, [] as number[]]));
for (let round = 0; round < rounds; round++)
  for (const run of runs) costs.get(run.name)?.push(await cost(run));

const millis = (run: Run): number => median(costs.get(run.name) ?? []);
const perSignature = (run: Run): number => millis(run) / run.signatures / millis(bare);
const reached = (isReached: boolean): string => (isReached ? 'reached' : 'missed');
const judged = (run: Run): string[] =>
  run.signatures > 0
    ? [perSignature(run).toFixed(2), reached(perSignature(run) <= mostPerSignature)]
    : ['', run.name.startsWith('bare') ? '' : reached(millis(run) <= mostPerRequest)];
process.stdout.write(
  `${columns([
    ['', 'CPU ms', 'per signature', `aim ${mostPerSignature}, or ${mostPerRequest} ms`],
    ...runs.map((run) => [run.name, millis(run).toFixed(3), ...judged(run)]),
  ])}\n`,
);
