// A process that verifies a secret with the cache, and says whether it sent a request. Its stream may come from another address. Tests pause it.
import { Keyward, verificationCache } from '../../clients/typescript/src/index.ts';

const [baseUrl = '', apiKey, secret, streamUrl = baseUrl] = process.argv.slice(2);
let requests = 0;
const keyward = new Keyward({
  baseUrl,
  apiKey,
  fetch: (target, init) => {
    const { url } = new Request(target);
    if (url.includes('/credentials/changes')) return fetch(url.replace(baseUrl, streamUrl), init);
    requests += 1;
    return fetch(url, init);
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
