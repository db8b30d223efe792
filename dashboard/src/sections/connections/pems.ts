/** The certificates of a text with one after the other. A text without any is sent as it is, so that the API says the rule. */
export const pemsIn = (text: string): string[] =>
  text.match(/-----BEGIN[\s\S]*?-----END[^-]*-----/g) ?? [text];
