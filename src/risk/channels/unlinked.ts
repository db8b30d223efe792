/** Signs that are a dot for the domain system (UTS 46), or become one by NFKC, such as `⒈`. */
const dots = '.\\u0701\\u0702\\u2024\\u2488-\\u249b\\u3002\\ua4f8\\ufe52\\uff0e\\uff61';
const colons = ':\\ufe13\\ufe55\\uff1a';
const ats = '@\\ufe6b\\uff20';

/** Behind these signs, a text gets a blank: a dot of a domain, the colon of a scheme (`mailto:x`), and the sign of an address. */
const places = new RegExp(
  `(?<=\\S[${dots}])(?=\\p{M}*[\\p{L}_])|(?<=\\p{L}[${colons}])(?=\\S)|(?<=[^\\s{][${ats}])(?=\\S)`,
  'gu',
);

/**
 * Returns a text in which no program finds an address to make a link of. The names in alerts are chosen by others, and a link in a message
 * of ours would lead where they want. Programs link `https://…`, and also bare hosts such as `evil.example.com`.
 */
export const unlinked = (text: string): string => text.replace(places, ' ');
