import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const modules = '/usr/lib/apache2/modules';
/** The ids of the user `nobody`. Apache runs as this user if root runs the tests. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

interface Party {
  port: number;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Where Apache keeps everything, with a page at /private/ that shows who signed in. It is below /tmp because TMPDIR may be root's alone. */
export function apacheFolder(party: Party): { words: string[]; user: typeof nobody; remove: () => void } {
  const folder = mkdtempSync('/tmp/keyward-apache-');
  mkdirSync(join(folder, 'pages/private'), { recursive: true });
  const shown = ['sub', 'name', 'email', 'iss', 'aud', 'acr'].map(
    (claim) => `${claim}=<!--#echo var="OIDC_CLAIM_${claim}" -->\n`,
  );
  writeFileSync(join(folder, 'pages/private/index.shtml'), shown.join(''));
  writeFileSync(join(folder, 'pages/bye.shtml'), 'signed out');
  writeFileSync(join(folder, 'httpd.conf'), configuration(folder, party));
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  return {
    words: ['-f', join(folder, 'httpd.conf'), '-DFOREGROUND'],
    user: nobody,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

const configuration = (folder: string, { port, issuer, clientId, clientSecret }: Party): string => `
ServerRoot "${folder}"
ServerName localhost:${port}
Listen 127.0.0.1:${port}
PidFile httpd.pid
# Its own standard error is a socket, which it cannot open by name.
ErrorLog "|$cat >&2"
StartServers 1
${['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'mime', 'dir', 'include', 'auth_openidc']
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
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${clientSecret}
OIDCRedirectURI http://localhost:${port}/private/callback
OIDCCryptoPassphrase of-this-test-alone
OIDCScope "openid profile email"
OIDCPKCEMethod S256
<Location /private/>
  AuthType openid-connect
  # Also what asks with sec-fetch-mode: cors, as the fetch of the tests does, is sent to sign in.
  OIDCUnAuthAction auth true
  Require valid-user
</Location>
`;

/** Whether this machine has it with mod_auth_openidc. */
export const apacheModule = join(modules, 'mod_auth_openidc.so');
