import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: './generated/openapi.json',
  output: { path: './generated/types', module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript'],
});
