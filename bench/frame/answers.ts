const lastChunk = '\r\n0\r\n\r\n';

/**
 * Returns the length of an HTTP response; undefined if it is not complete, or its length is not known yet. Only one request is on its
 * way, so nothing follows the last chunk (RFC 9112, section 7.1).
 */
export function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return headEnd + 4 + Number(length);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return headEnd + 4;
  const end = bytes.length - lastChunk.length;
  return end >= headEnd && bytes.indexOf(lastChunk, end) === end ? bytes.length : undefined;
}
