// The first file of the process. It is JavaScript: without compiled code, Node loads its compiler for types, which takes 40 ms and 17 MB.
import { keepCompiled } from './compile-cache.js';

keepCompiled(process.env['DATA_DIR'] ?? '.data');
await import('./process.ts');
