const prefix = 'xn--';
/** Larger numbers stand for no code point. */
const most = 2 ** 31;

/**
 * Returns a label of a domain in letters (RFC 3492 section 6.2). A label that is not Punycode of letters beyond ASCII stays as it is. The
 * result is not folded: an A-label that no registry accepts stands for no name that is written in letters.
 */
export function labelInLetters(label: string): string {
  if (!label.startsWith(prefix)) return label;
  const encoded = label.slice(prefix.length);
  const end = encoded.lastIndexOf('-');
  const letters = Array.from(encoded.slice(0, Math.max(end, 0)));
  const digits = Array.from(encoded.slice(end + 1), digitOf);
  if (digits.length === 0) return label;
  let [code, place, bias, from] = [128, 0, 72, 0];
  while (from < digits.length) {
    const delta = readNumber(digits, from, bias);
    if (!delta) return label;
    const count = letters.length + 1;
    bias = adapted(delta.value, count, from === 0);
    from = delta.end;
    place += delta.value;
    code += Math.floor(place / count);
    place %= count;
    if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) return label;
    letters.splice(place, 0, String.fromCodePoint(code));
    place++;
  }
  return letters.join('');
}

/** @returns -1 for another letter */
const digitOf = (letter: string): number => 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter);

function readNumber(digits: readonly number[], from: number, bias: number) {
  let [value, weight] = [0, 1];
  for (let [at, base] = [from, 36]; at < digits.length; at++, base += 36) {
    const digit = digits[at] ?? -1;
    if (digit < 0) return undefined;
    value += digit * weight;
    if (value > most) return undefined;
    const threshold = Math.min(Math.max(base - bias, 1), 26);
    if (digit < threshold) return { value, end: at + 1 };
    weight *= 36 - threshold;
    if (weight > most) return undefined;
  }
  return undefined;
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
