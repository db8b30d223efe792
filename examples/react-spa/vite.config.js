import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const { ISSUER, CLIENT_ID, AUDIENCE } = process.env;

// These values become part of the page. They are not secret. No other variable reaches the browser.
export default defineConfig({
  plugins: [react()],
  define: { __KEYWARD__: { issuer: ISSUER, clientId: CLIENT_ID, audience: AUDIENCE } },
});
