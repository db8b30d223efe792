/**
 * Returns a text in which no program finds an address to make a link of. The names in alerts are chosen by others, and a link in a message
 * of ours would lead where they want. Programs link `https://…`, and also bare hosts such as `evil.example.com`.
 */
export const unlinked = (text: string): string =>
  text.replaceAll('://', ': //').replace(/(?<=[\p{L}\p{M}\p{N}_-])\.(?=[\p{L}_])/gu, '. ');
