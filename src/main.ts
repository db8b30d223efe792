// For Deno, and for commands that name this file. On Node, `main.js` does the same and loads no compiler for types.
import { keepCompiled } from './compile-cache.js';

keepCompiled(process.env['DATA_DIR'] ?? '.data');
await import('./process.ts');
