import type { OidcClientCore } from '../../generated/types.gen.ts';
import { addressOf, type Facts, hasSecret, environment, type Sample } from './client-environment.ts';
import { deviceCode, kindOf } from './kinds.ts';
import { js, sh } from './quoted.ts';

const scopeOf = ({ scopes }: OidcClientCore): string => scopes.join(' ');

/** The page that users come back to after they signed out. */
const endOf = ({ postLogoutRedirectUris }: OidcClientCore): string | undefined => postLogoutRedirectUris[0];

/** How openid-client authenticates the client. */
const authentication = {
  client_secret_basic: 'oidc.ClientSecretBasic(process.env.CLIENT_SECRET)',
  client_secret_post: 'oidc.ClientSecretPost(process.env.CLIENT_SECRET)',
  private_key_jwt: 'oidc.PrivateKeyJwt(privateKey)',
  none: 'oidc.None()',
} as const;

/** The start of each program with openid-client 6. */
const discovery = ({ client, issuer }: Facts): string[] => {
  const options = issuer.startsWith('http:')
    ? ['  // Plain HTTP is for trying it on one machine.', '  { execute: [oidc.allowInsecureRequests] },']
    : [];
  return [
    "import * as oidc from 'openid-client';",
    '',
    'const provider = await oidc.discovery(',
    `  new URL(${js(issuer)}),`,
    `  ${js(client.clientId)},`,
    '  undefined,',
    `  ${authentication[client.tokenEndpointAuthMethod]},`,
    ...options,
    ');',
  ];
};

const node = (facts: Facts): Sample => {
  const { client } = facts;
  const lines = [
    ...discovery(facts),
    '',
    '// When the user wants to sign in: keep both values in the session, then redirect.',
    'const codeVerifier = oidc.randomPKCECodeVerifier();',
    'const state = oidc.randomState();',
    'const signIn = oidc.buildAuthorizationUrl(provider, {',
    `  redirect_uri: ${js(addressOf(client))},`,
    `  scope: ${js(scopeOf(client))},`,
    '  code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),',
    "  code_challenge_method: 'S256',",
    '  state,',
    '});',
    '',
    '// When the user comes back: `url` is the address of that request.',
    'const tokens = await oidc.authorizationCodeGrant(provider, url, {',
    '  pkceCodeVerifier: codeVerifier,',
    '  expectedState: state,',
    '  idTokenExpected: true,',
    '});',
    'console.log(tokens.claims());',
  ];
  return { label: 'Node (openid-client)', source: lines.join('\n') };
};

const authlib = ({ client, issuer }: Facts): Sample => ({
  label: 'Python (Authlib)',
  source: [
    'import os',
    '',
    'from authlib.integrations.flask_client import OAuth',
    '',
    'oauth = OAuth(app)',
    'oauth.register(',
    '    "keyward",',
    `    server_metadata_url="${issuer}/.well-known/openid-configuration",`,
    `    client_id="${client.clientId}",`,
    '    client_secret=os.environ["CLIENT_SECRET"],',
    '    client_kwargs={',
    `        "scope": "${scopeOf(client)}",`,
    '        "code_challenge_method": "S256",',
    `        "token_endpoint_auth_method": "${client.tokenEndpointAuthMethod}",`,
    '    },',
    ')',
    '',
    '',
    '@app.get("/sign-in")',
    'def sign_in():',
    `    return oauth.keyward.authorize_redirect("${addressOf(client)}")`,
    '',
    '',
    '@app.get("/callback")',
    'def callback():',
    '    user = oauth.keyward.authorize_access_token()["userinfo"]',
    '    return f"Hello, {user[\'sub\']}"',
  ].join('\n'),
});

const browser = ({ client, issuer }: Facts): Sample => ({
  label: 'Browser (oidc-client-ts)',
  source: [
    "import { UserManager } from 'oidc-client-ts';",
    '',
    'export const users = new UserManager({',
    `  authority: ${js(issuer)},`,
    `  client_id: ${js(client.clientId)},`,
    `  redirect_uri: ${js(addressOf(client))},`,
    ...(endOf(client) ? [`  post_logout_redirect_uri: ${js(endOf(client) ?? '')},`] : []),
    `  scope: ${js(scopeOf(client))},`,
    '});',
    '',
    '// A button:',
    'await users.signinRedirect();',
    `// At ${addressOf(client)}:`,
    'const user = await users.signinRedirectCallback();',
    'console.log(user.profile.sub);',
  ].join('\n'),
});

const reactNative = ({ client, issuer }: Facts): Sample => ({
  label: 'React Native (react-native-app-auth)',
  source: [
    "import { authorize } from 'react-native-app-auth';",
    '',
    'const tokens = await authorize({',
    `  issuer: ${js(issuer)},`,
    `  clientId: ${js(client.clientId)},`,
    `  redirectUrl: ${js(addressOf(client))},`,
    `  scopes: [${client.scopes.map(js).join(', ')}],`,
    '});',
    'console.log(tokens.idToken);',
  ].join('\n'),
});

const swift = ({ client, issuer }: Facts): Sample => ({
  label: 'Swift (AppAuth)',
  source: [
    'import AppAuth',
    '',
    `let issuer = URL(string: "${issuer}")!`,
    'OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) { configuration, _ in',
    '  guard let configuration else { return }',
    '  let request = OIDAuthorizationRequest(',
    '    configuration: configuration,',
    `    clientId: "${client.clientId}",`,
    `    scopes: [${client.scopes.map((scope) => `"${scope}"`).join(', ')}],`,
    `    redirectURL: URL(string: "${addressOf(client)}")!,`,
    '    responseType: OIDResponseTypeCode,',
    '    additionalParameters: nil)',
    '  self.flow = OIDAuthState.authState(byPresenting: request, presenting: self) { state, _ in',
    '    self.state = state',
    '  }',
    '}',
  ].join('\n'),
});

const deviceCurl = ({ client, issuer }: Facts): Sample => ({
  label: 'curl',
  source: [
    `curl ${issuer}/device/authorize \\`,
    `  -d client_id=${client.clientId} \\`,
    `  --data-urlencode ${sh(`scope=${scopeOf(client)}`)}`,
    '',
    '# Show verification_uri and user_code. Then ask every 5 seconds with the device_code:',
    `curl ${issuer}/token \\`,
    `  -d client_id=${client.clientId} \\`,
    `  -d grant_type=${deviceCode} \\`,
    '  -d device_code=…',
  ].join('\n'),
});

const deviceNode = (facts: Facts): Sample => ({
  label: 'Node (openid-client)',
  source: [
    ...discovery(facts),
    '',
    `const scope = ${js(scopeOf(facts.client))};`,
    'const device = await oidc.initiateDeviceAuthorization(provider, { scope });',
    'console.log(`Open ${device.verification_uri} and enter ${device.user_code}`);',
    'const tokens = await oidc.pollDeviceAuthorizationGrant(provider, device);',
    'console.log(tokens.access_token);',
  ].join('\n'),
});

const machineCurl = ({ client, issuer }: Facts): Sample => ({
  label: 'curl',
  source: [
    `curl ${issuer}/token \\`,
    ...(client.tokenEndpointAuthMethod === 'client_secret_post'
      ? [`  -d client_id=${client.clientId} \\`, '  --data-urlencode "client_secret=$CLIENT_SECRET" \\']
      : [`  -u "${client.clientId}:$CLIENT_SECRET" \\`]),
    ...(client.scopes.length > 0 ? [`  --data-urlencode ${sh(`scope=${scopeOf(client)}`)} \\`] : []),
    ...client.resources.slice(0, 1).map((resource) => `  --data-urlencode ${sh(`resource=${resource}`)} \\`),
    '  -d grant_type=client_credentials',
  ].join('\n'),
});

const machineNode = (facts: Facts): Sample => {
  const { client } = facts;
  const parameters = [
    ...(client.scopes.length > 0 ? [`scope: ${js(scopeOf(client))}`] : []),
    ...client.resources.slice(0, 1).map((resource) => `resource: ${js(resource)}`),
  ];
  const given = parameters.length > 0 ? `, { ${parameters.join(', ')} }` : '';
  return {
    label: 'Node (openid-client)',
    source: [
      ...discovery(facts),
      '',
      `const tokens = await oidc.clientCredentialsGrant(provider${given});`,
      'console.log(tokens.access_token, tokens.expiresIn());',
    ].join('\n'),
  };
};

const machinePython = ({ client, issuer }: Facts): Sample => ({
  label: 'Python (Authlib)',
  source: [
    'import os',
    '',
    'from authlib.integrations.requests_client import OAuth2Session',
    '',
    'session = OAuth2Session(',
    `    "${client.clientId}",`,
    '    os.environ["CLIENT_SECRET"],',
    `    token_endpoint_auth_method="${client.tokenEndpointAuthMethod}",`,
    ...(client.scopes.length > 0 ? [`    scope="${scopeOf(client)}",`] : []),
    ')',
    `token = session.fetch_token("${issuer}/token", grant_type="client_credentials")`,
    'print(token["access_token"])',
  ].join('\n'),
});

/** Settings of well-known libraries with the values of a client. */
export function clientSamples(facts: Facts): Sample[] {
  const { client } = facts;
  const python = hasSecret(client) ? [authlib(facts)] : [];
  const program = hasSecret(client)
    ? [environment(facts), machineCurl(facts), machineNode(facts), machinePython(facts)]
    : [machineNode(facts)];
  const ofKind: Record<ReturnType<typeof kindOf>, Sample[]> = {
    web: [environment(facts), node(facts), ...python],
    spa: [browser(facts), environment(facts)],
    native: [reactNative(facts), swift(facts), node(facts), environment(facts)],
    device: [deviceCurl(facts), deviceNode(facts)],
    machine: program,
  };
  return ofKind[kindOf(client)];
}
