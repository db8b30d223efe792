// The end of the job: revokes the credential that the step got (POST /api/v1/credentials/revoke-own). A job does not fail because of
// this: the credential ends by itself within an hour.
import { warning } from './runner.js';
import { ask, operationAt, patiently, refused } from './service.js';

const { STATE_credential: credential, STATE_url: url } = process.env;
if (credential && url) {
  try {
    await revoke(url, credential);
  } catch (error) {
    warning(`The credential was not revoked. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param {string} at @param {string} bearer */
async function revoke(at, bearer) {
  const answer = await patiently(() =>
    ask(operationAt(at, '/credentials/revoke-own'), { method: 'POST', bearer }),
  );
  if (answer.status === 401) console.log('The credential had ended before the job.');
  else if (answer.status === 200) console.log('The credential is revoked.');
  else throw refused('The revocation', answer);
}
