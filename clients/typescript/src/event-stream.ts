/** A block of a stream of server-sent events. */
export interface StreamBlock {
  /** The type of the event; `message` if the block does not say it. */
  event: string;
  /** The data; undefined if the block has only an id or a comment. Then the standard knows no event. */
  data: string | undefined;
  id: string | undefined;
}

/** A longer line is not of this service. */
const longestLine = 1_048_576;

/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6). It yields blocks without data as well, because they show that the stream lives.
 * The end of the generator gives the connection back.
 * @throws {RangeError} when a line is too long, or what the body throws
 */
export async function* blocksOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamBlock, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let block: StreamBlock | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      // A block without its empty line is dropped, as the standard says.
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const { lines, rest } = linesIn(text);
      text = rest;
      if (rest.length > longestLine) throw new RangeError('A line of the stream is too long');
      for (const line of lines) {
        if (line !== '')
          block = withLine(block ?? { event: 'message', data: undefined, id: undefined }, line);
        else if (block) {
          yield block;
          block = undefined;
        }
      }
    }
  } finally {
    reader.cancel().catch(() => undefined); // it may have failed already
  }
}

/** Divides a text into its whole lines and the rest. A CR at the end waits, because it may be half of a CRLF. */
function linesIn(text: string): { lines: string[]; rest: string } {
  const lines: string[] = [];
  const ends = /\r\n|\n|\r(?!$)/g;
  let begin = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    lines.push(text.slice(begin, end.index));
    begin = ends.lastIndex;
  }
  return { lines, rest: text.slice(begin) };
}

function withLine(block: StreamBlock, line: string): StreamBlock {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'event') return { ...block, event: value };
  if (name === 'data')
    return { ...block, data: block.data === undefined ? value : `${block.data}\n${value}` };
  return name === 'id' && !value.includes('\0') ? { ...block, id: value } : block;
}
