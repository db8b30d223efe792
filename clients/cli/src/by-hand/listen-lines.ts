// Objects of a stream, one on each line.

/** A delivery has at most 20 KB, which JSON may write as six times as many. */
const longestLine = 1_000_000;

/** Reads the objects of NDJSON as they come. A last line without an end is left out: the stream was cut off. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, unknown>> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      for (let at = rest.indexOf('\n'); at !== -1; at = rest.indexOf('\n')) {
        const line = rest.slice(0, at);
        rest = rest.slice(at + 1);
        if (line !== '') yield JSON.parse(line) as Record<string, unknown>;
      }
      if (rest.length > longestLine) throw new Error('A line of the stream is too long.');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
