// The step: exchanges the OpenID Connect token of the job for a credential of Keyward (POST /api/v1/credentials/exchange).
import { fail, handOn, input, mask, requiredInput } from './runner.js';
import { ask, operationAt, patiently, refused } from './service.js';

try {
  await exchange();
} catch (error) {
  fail(error);
}

async function exchange() {
  const url = requiredInput('url', 'https://keyward.example');
  const orgId = requiredInput('org-id', 'org_01kahz5v3be4nr7q2m8x9c0d1e');
  const identityId = requiredInput('identity-id', 'idn_01kahz5v3be4nr7q2m8x9c0d1e');
  const operation = operationAt(url, '/credentials/exchange');
  const variable = input('env');
  if (variable !== '' && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    throw new Error('The input env must be the name of a variable such as KEYWARD_API_KEY');
  const audience = input('audience') || url.replace(/\/+$/, '');
  const scopes = input('scopes').split(/[\s,]+/).filter(Boolean);
  const duration = input('duration');
  const asked = {
    orgId,
    identityId,
    ...(scopes.length > 0 ? { scopes } : {}),
    ...(duration ? { duration } : {}),
  };
  const made = await patiently(async () => {
    const answer = await ask(operation, { method: 'POST', body: { ...asked, token: await tokenOfJob(audience) } });
    if (answer.status !== 201) throw refused('The exchange', answer);
    if (!/^kd_jit_[0-9A-Za-z]+$/.test(answer.body.credential))
      throw new Error('The answer has no credential. Is the input url right?');
    return answer.body;
  });
  // Before anything else: a step that prints it must not show it.
  mask(made.credential);
  handOn('GITHUB_STATE', 'credential', made.credential);
  handOn('GITHUB_STATE', 'url', url);
  handOn('GITHUB_OUTPUT', 'credential', made.credential);
  handOn('GITHUB_OUTPUT', 'credential-id', made.id);
  handOn('GITHUB_OUTPUT', 'expires-at', made.expiresAt);
  if (variable !== '') handOn('GITHUB_ENV', variable, made.credential);
  console.log(`${made.name} lives until ${made.expiresAt} at the latest. It is revoked when the job ends.`);
}

/** Asks the platform for a token of the job. @param {string} audience */
async function tokenOfJob(audience) {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = process.env;
  if (!address || !bearer)
    throw new Error('The job may not ask for a token. Add permissions: { id-token: write } to the job');
  const place = new URL(address);
  place.searchParams.set('audience', audience);
  const answer = await ask(place.href, { bearer });
  const { value } = answer.body;
  if (answer.status !== 200 || typeof value !== 'string') throw refused('The request for a token of the job', answer);
  mask(value);
  return value;
}
