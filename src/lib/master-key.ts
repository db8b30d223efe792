const bytes = 32;

/** What a master key is, for whoever must write one. */
export const masterKeyForm = `${bytes} random bytes in base64 (openssl rand -base64 ${bytes} prints them)`;

/** @returns undefined unless `text` is a master key */
export function readMasterKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  // Node decodes whatever it can; what it writes again tells whether that was all.
  return key.length === bytes && key.toString('base64') === text ? key : undefined;
}
