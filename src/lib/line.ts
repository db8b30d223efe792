/**
 * A text others wrote, as part of one line: no line breaks or other control characters, which would start a header or a
 * paragraph of their own, and none of those that turn the direction of writing, which would disguise what follows.
 */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ').trim();
