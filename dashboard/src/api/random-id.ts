/** An id that cannot be guessed. `crypto.randomUUID` needs HTTPS or localhost, and the dashboard may be on neither. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
