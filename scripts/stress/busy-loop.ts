// Keeps a core busy until the process that started it ends.
const slice = 50;

process.on('disconnect', () => process.exit());

function burn(): void {
  const end = performance.now() + slice;
  while (performance.now() < end);
  // Between two slices it hears of the end of its parent.
  setImmediate(burn);
}
burn();
