import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPart } from './contract-part.ts';

const contract = 'virtual:contract-part';

export default defineConfig({
  base: '/admin/',
  plugins: [
    react(),
    {
      name: 'contract-part',
      // A file of the build, which browsers keep. The whole contract has more than a megabyte.
      resolveId: (id) => (id === contract ? `\0${contract}` : undefined),
      load: (id) =>
        id === `\0${contract}`
          ? `export default JSON.parse(${JSON.stringify(JSON.stringify(contractPart()))})`
          : undefined,
    },
  ],
  // The server writes a nonce of its own into each page that it serves (src/http/dashboard.ts).
  // `make dev-dashboard`: the page comes from here, everything else from a service. Browsers call both the same origin.
  server: {
    port: 3030,
    proxy: Object.fromEntries(
      ['/api', '/login', '/account', '/logout', '/ui', '/docs', '/admin/sign-in', '/admin/redeem'].map(
        (path) => [path, process.env['SERVICE'] ?? 'http://localhost:3000'],
      ),
    ),
  },
  html: { cspNonce: 'KEYWARD_NONCE' },
  build: {
    outDir: '../generated/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know light-dark() themselves; the replacement for older ones breaks with the components.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A file in the page itself would need a policy that allows data: addresses.
    assetsInlineLimit: 0,
  },
});
