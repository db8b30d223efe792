// Measures the CPU time of SAML messages, beside the bare RSA signature of the same run. The work is to build
// and sign responses, to encrypt them, and to verify AuthnRequests. Part of `make bench`. Options:
// --rounds=<count> --quick
import { createPublicKey, publicEncrypt, sign } from 'node:crypto';
import { readAuthnRequest } from '../src/saml-messages/read/authn-request.ts';
import { receivePost } from '../src/saml-messages/receive/post.ts';
import type { Received } from '../src/saml-messages/receive/received.ts';
import { receiveRedirect } from '../src/saml-messages/receive/redirect.ts';
import { accept } from '../src/saml-messages/verify/accepted.ts';
import { requestLimits } from '../src/saml-messages/xml/strict.ts';
import { ownCpuMicros } from './frame/cpu.ts';
import { readOptions } from './frame/options.ts';
import { columns, verdict } from './frame/report.ts';
import { inTurns } from './frame/turns.ts';
import { newParty, postedRequest, queriedRequest, respond } from './saml/messages.ts';

const options = readOptions({ quick: false, rounds: 5 });
const [turns, times] = options.quick ? [2, 300] : [options.rounds, 500];
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

/** CPU milliseconds of one time. */
async function cost({ once }: Run): Promise<number> {
  const before = ownCpuMicros();
  for (let n = 0; n < times; n++) await once();
  return (ownCpuMicros() - before) / 1000 / times;
}

// The first turn compiles what it runs.
const costs = await inTurns(Object.fromEntries(runs.map((run) => [run.name, () => cost(run)])), {
  warmUps: 1,
  turns,
});
const millis = ({ name }: Run): number => costs[name] ?? Number.NaN;
const perSignature = (run: Run): number => millis(run) / run.signatures / millis(bare);
const judged = (run: Run): string[] =>
  run.signatures > 0
    ? [perSignature(run).toFixed(2), verdict(perSignature(run) <= mostPerSignature)]
    : ['', run.name.startsWith('bare') ? '' : verdict(millis(run) <= mostPerRequest)];
process.stdout.write(
  `${columns([
    ['', 'CPU ms', 'per signature', `aim ${mostPerSignature}, or ${mostPerRequest} ms`],
    ...runs.map((run) => [run.name, millis(run).toFixed(3), ...judged(run)]),
  ])}\n`,
);
