import { withoutDisguise } from './shown-text.ts';

/**
 * A text others wrote, as part of one line: no line breaks or other control characters, which would start a header or a
 * paragraph of their own, and no characters that disguise it or what follows.
 */
export const oneLine = (text: string): string => withoutDisguise(text).replace(/\s+/g, ' ').trim();
