const bytes = 32;

/** The form of a master key, in words for an operator who must write one. */
export const masterKeyForm = `${bytes} random bytes in base64 (openssl rand -base64 ${bytes} prints them)`;

/** @returns undefined unless `text` is a master key */
export function readMasterKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  // Node skips characters that it cannot decode. Encoding the result again tells whether Node skipped any.
  return key.length === bytes && key.toString('base64') === text ? key : undefined;
}
