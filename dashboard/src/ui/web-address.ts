/** An address that a link may lead to; undefined for `javascript:` and all that is not of the web. */
export const webAddress = (address: string): string | undefined =>
  /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
