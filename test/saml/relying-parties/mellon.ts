import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { programOf } from '../../support/programs.ts';
import { type Served, serve } from '../../support/served.ts';
import type { ForeignParty, Settings } from './foreign-party.ts';

const modules = '/usr/lib/apache2/modules';
/** The ids of the user `nobody`. Apache runs as this user if root runs the tests. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Apache, if this machine has it with mod_auth_mellon. */
export const apacheWithMellon = existsSync(join(modules, 'mod_auth_mellon.so'))
  ? programOf('apache2')
  : undefined;

/** Apache with mod_auth_mellon. It reads its configuration when it starts, so each change starts it again. */
export async function mellon(settings: Settings): Promise<ForeignParty> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // Below /tmp, because TMPDIR may be root's alone.
  const folder = mkdtempSync('/tmp/keyward-mellon-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'pages/private'), { recursive: true });
  const shown = ['name_id', 'mail', 'groups'].map(
    (name) => `${name}=<!--#echo var="MELLON_${name}" encoding="none" -->\n`,
  );
  put('pages/private/index.shtml', shown.join(''));
  put('pages/bye.shtml', 'signed out\n');
  put('httpd.conf', configuration(folder, origin, port));
  let running: Served | undefined;
  const configure = async ({ idpMetadata, key }: Settings): Promise<void> => {
    await running?.stop();
    put('idp.xml', idpMetadata);
    put('sp.key', key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    put('sp.pem', key.certificate);
    if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
    const words = ['-f', join(folder, 'httpd.conf'), '-DFOREGROUND'];
    running = await serve(apacheWithMellon ?? '', words, nobody, port);
  };
  await configure(settings);
  return { origin, metadataUrl: `${origin}/mellon/metadata`, configure };
}

const configuration = (folder: string, origin: string, port: number): string => `
ServerRoot "${folder}"
ServerName localhost:${port}
Listen 127.0.0.1:${port}
PidFile httpd.pid
# Its own standard error is a socket, which it cannot open by name.
ErrorLog "|$cat >&2"
StartServers 1
${[
  'mpm_event',
  'alias',
  'authn_core',
  'authz_core',
  'authz_user',
  'mime',
  'dir',
  'include',
  'setenvif',
  'auth_mellon',
]
  .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`)
  .join('\n')}
TypesConfig /dev/null
AddType text/html .shtml
DirectoryIndex index.shtml
DocumentRoot "${folder}/pages"
<Directory "${folder}/pages">
  Options +IncludesNOEXEC
  SetOutputFilter INCLUDES
</Directory>
# Chromium keeps a cookie with SameSite=None over https only.
SetEnvIf Request_URI . MELLON_DISABLE_SAMESITE=1
MellonLockFile "${folder}/mellon.lock"
<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSPentityId ${origin}/mellon/metadata
  MellonSPPrivateKeyFile "${folder}/sp.key"
  MellonSPCertFile "${folder}/sp.pem"
  MellonIdPMetadataFile "${folder}/idp.xml"
  MellonMergeEnvVars On
  MellonSetEnv name_id NAME_ID
</Location>
<Location /private/>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</Location>
Redirect /sign-out ${origin}/mellon/logout?ReturnTo=${origin}/bye.shtml
`;
