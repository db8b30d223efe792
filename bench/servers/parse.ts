// The least that a verification without a database can be: parse the body, hash the key, write the answer.
import { hashSecret } from '../../src/lib/secret.ts';
import { viewValid } from '../../src/credentials/views/credentials.ts';
import { answerParent } from '../frame/child.ts';
import { serveJson } from './bare.ts';
import { finding } from './stub-pool.ts';

const port = await serveJson(({ credential }) => {
  const { length } = hashSecret(credential);
  return viewValid(finding, length, 'live');
});
answerParent({ port });
