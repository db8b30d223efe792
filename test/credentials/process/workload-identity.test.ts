import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../support/builders.ts';
import { program } from '../../support/process.ts';
import { lacksCurl } from '../../support/programs.ts';
import { receiverCa, trustReceivers } from '../../support/receiver.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { startTestService } from '../../support/service.ts';
import { openShell } from '../../support/shell.ts';

// docs/workload-identity.md: its blocks run here as they stand, but for the values that are the reader's to set. The tokens are
// those of a real issuer.
const blocks = [
  ...readFileSync('docs/workload-identity.md', 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
];
const shown = (language: string, part: string): string =>
  blocks.find(([, name, text]) => name === language && text?.includes(part))?.[2] ?? '';

/** Runs the first step of the action as a runner does. @param inputs as the page gives them; values of the reader are replaced */
function ofAction(inputs: Readonly<Record<string, string>>, origin: string): string {
  const set = { ...inputs, url: origin, 'org-id': '$ORG', 'identity-id': '$IDENTITY', audience: '$AUDIENCE' };
  const variables = [
    ...Object.entries(set).map(([name, value]) => `INPUT_${name.toUpperCase()}=${value}`),
    ...['TOKEN', 'URL'].map((name) => `ACTIONS_ID_TOKEN_REQUEST_${name}=$ACTIONS_ID_TOKEN_REQUEST_${name}`),
    'GITHUB_OUTPUT=output',
    'GITHUB_STATE=state',
    'GITHUB_ENV=env',
  ];
  return `env ${variables.map((one) => `"${one}"`).join(' ')} ${process.execPath} ${resolve('clients/action/exchange.js')}
CREDENTIAL=$(grep -o 'kd_jit_[0-9A-Za-z]\\{49\\}' output)`;
}

test.skipIf(lacksCurl('the calls of docs/workload-identity.md'))(
  'gives workloads the credentials that the page promises, for tokens of a real issuer',
  async () => {
    trustReceivers();
    const { cert: CERT, key: KEY } = await receiverCa.issue();
    const issuer = program('test/support/oidc-issuer.ts', { CERT, KEY });
    const [, url = ''] = await issuer.prints(/^issuer (\S+) has key-1$/m);
    const newToken = async (): Promise<string> => {
      const answer = await fetch(`${url}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('ci:a+secret+of+the+test')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    };

    const home = await startTestService();
    onTestFinished(() => home.stop());
    const folder = mkdtempSync(join(tmpdir(), 'keyward-workload-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, receiverCa.ca);
    const node = () => startServiceProcess(home, { EGRESS_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: ca });
    const service = await node();
    const { ours } = home;
    const settings = {
      API: `${service.origin}/api/v1`,
      KEY: ours.key ?? '',
      ORG: ours.orgId ?? '',
      ISSUER: url,
      AUDIENCE: 'keyward',
      SUBJECT: 'ci',
    };
    const names = [...shown('sh', 'ISSUER=').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(names).toEqual(Object.keys(settings));
    const shell = openShell(folder, { PATH: process.env['PATH'], ...settings });
    const credentialOf = async (script: string): Promise<string> =>
      (await shell.run(`CREDENTIAL=\n${script}\necho "[$CREDENTIAL]"`)).match(/\[(.*)\]/)?.[1] ?? '';

    const IDENTITY = (await shell.run(`${shown('sh', 'IDENTITY=$(')}\necho $IDENTITY`)).trim();
    expect(IDENTITY).toMatch(/^idn_\w{26}$/);
    const exchange = shown('sh', 'credentials/exchange');
    const token = await newToken();
    const credential = await credentialOf(`TOKEN=${token}\n${exchange}`);
    expect(await verify(ours, credential, { scopes: ['deploy.run'] })).toMatchObject({ valid: true });
    expect(await credentialOf(`TOKEN=${token}\n${exchange}`)).toBe('');

    // As the platforms would run them.
    const platform = createServer(({ url: asked, headers }, response) => {
      const known = headers.authorization === 'Bearer mine';
      if (!known || asked !== '/token?api-version=2.0&audience=keyward') response.writeHead(400).end();
      else void newToken().then((value) => response.end(JSON.stringify({ count: 1, value })));
    });
    await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
    onTestFinished(() => void platform.close());
    const asked = `http://127.0.0.1:${(platform.address() as AddressInfo).port}/token?api-version=2.0`;
    await shell.run(`ACTIONS_ID_TOKEN_REQUEST_TOKEN=mine ACTIONS_ID_TOKEN_REQUEST_URL='${asked}'`);
    const github = parse(shown('yaml', 'id-token: write')).jobs.deploy;
    const gitlab = parse(shown('yaml', 'id_tokens:')).deploy;
    const pod = parse(shown('yaml', 'kind: Pod')).spec;
    const [container] = pod.containers;
    const file = `${container.volumeMounts[0].mountPath}/${pod.volumes[0].projected.sources[0].serviceAccountToken.path}`;
    writeFileSync(join(folder, 'token'), await newToken());
    const scripts: string[] = [
      ofAction(github.steps[1].with, service.origin),
      `TOKEN=${await newToken()}\n${gitlab.script[0]}`,
      container.args[0].replace(file, join(folder, 'token')),
    ];
    for (const script of scripts)
      expect(await verify(ours, await credentialOf(script))).toMatchObject({ valid: true });

    // A node that has never asked believes the new key, and the old one no longer.
    const old = await newToken();
    issuer.signal('SIGUSR2');
    await issuer.prints(/^issuer \S+ has key-2$/m);
    const { origin } = await node();
    await shell.run(`API=${origin}/api/v1`);
    expect(await credentialOf(`TOKEN=${await newToken()}\n${exchange}`)).toMatch(/^kd_jit_/);
    expect(await credentialOf(`TOKEN=${old}\n${exchange}`)).toBe('');
    expect(service.printed()).not.toContain(token.slice(-40));
  },
);
