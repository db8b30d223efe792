interface Crypto {
  createHash: (algorithm: 'sha256') => { update: (text: string) => { digest: (form: 'base64') => string } };
}

// `crypto.subtle` waits for another thread, which takes ten times as long as the hash. A static import would keep browsers out.
const { process } = globalThis as {
  process?: { getBuiltinModule?: (name: 'node:crypto') => Crypto | undefined };
};
const builtIn = process?.getBuiltinModule?.('node:crypto');

/** Returns the SHA-256 of a text in base64: at once in Node from 20.16 on and in Deno, and as a promise elsewhere. */
export const fingerprintOf: (text: string) => string | Promise<string> = builtIn
  ? (text) => builtIn.createHash('sha256').update(text).digest('base64')
  : async (text) => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      return btoa(String.fromCharCode(...new Uint8Array(digest)));
    };
