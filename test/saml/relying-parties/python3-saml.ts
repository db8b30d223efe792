import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { serve } from '../../support/served.ts';
import type { ForeignParty, Settings } from './foreign-party.ts';

/** An application with python3-saml. It reads its configuration with every request. */
export async function python3Saml(python: string, settings: Settings): Promise<ForeignParty> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'keyward-python3-saml-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const configure = async ({ idpMetadata, key, nextKey }: Settings): Promise<void> => {
    put('idp.xml', idpMetadata);
    const pem = {
      privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      x509cert: key.certificate,
      ...(nextKey && { x509certNew: nextKey.certificate }),
    };
    put('keys.json', JSON.stringify(pem));
  };
  await configure(settings);
  const env = { FOLDER: folder, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1' };
  await serve(python, ['test/saml/relying-parties/python3_saml_app.py'], { env }, port);
  return { origin, metadataUrl: `${origin}/metadata`, configure };
}
