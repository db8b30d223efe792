// A process that verifies a secret with the cache, and says whether it sent a request. Tests pause it.
import { Keyward, verificationCache } from '../../clients/typescript/src/index.ts';

const [baseUrl, apiKey, secret] = process.argv.slice(2);
let requests = 0;
const keyward = new Keyward({
  baseUrl,
  apiKey,
  fetch: (...asked) => {
    if (new Request(asked[0]).url.endsWith('/verify')) requests += 1;
    return fetch(...asked);
  },
});
const cache = verificationCache(keyward, { maxStaleSeconds: 60 });

process.on('message', () => {
  const before = requests;
  void cache.credentials
    .verify({ credential: String(secret) })
    .then(({ code }) => process.send?.({ code, isKept: requests === before }));
});
process.on('disconnect', () => process.exit());
