// For commands that name this file: `main.js` is the first file of the process.
await import('./main.js');
