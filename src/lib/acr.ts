/** How sure we are of a person: with one factor, or with two. */
export const singleFactor = 'urn:keyward:acr:single';
export const multiFactor = 'urn:keyward:acr:multi';

export const acrOf = (amr: readonly string[]): string => (amr.includes('mfa') ? multiFactor : singleFactor);
