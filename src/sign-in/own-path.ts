/**
 * Whether a text is a path of this service and can lead nowhere else: browsers read `//host`, `/\host`, and either with
 * tabs and line ends between, as another host.
 */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || /\\|\p{Cc}|\p{Z}/u.test(text)) return false;
  const base = 'https://own.invalid';
  return !text.startsWith('//') && URL.canParse(text, base) && new URL(text, base).origin === base;
}
