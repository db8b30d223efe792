// Where the webhooks of a bench go, and the authority that the service has to trust for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateCa } from '../../test/support/private-ca.ts';
import type { Child } from './children.ts';
import type { Rig, Server } from './rig.ts';

export interface TrustedSink {
  sink: Child<Server>;
  hookUrl: string;
  /** The environment of a process that trusts the authority of the sink. */
  trusting: NodeJS.ProcessEnv;
}

export async function startSink(rig: Pick<Rig, 'start'>): Promise<TrustedSink> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-bench-ca-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const authority = await createPrivateCa();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.ca);
  const sink = await rig.start('servers/sink.ts', { certificate: await authority.issue() });
  return {
    sink,
    hookUrl: `https://127.0.0.1:${sink.ready.port}/hook`,
    trusting: { NODE_EXTRA_CA_CERTS: ca },
  };
}
