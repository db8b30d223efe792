// The prose of a page in Markdown, without code, addresses and the lines of tables.
import { blanked, boundary, type Text, withoutCode } from './rules.ts';

const fence = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t]*\1[ \t]*$|$(?![^]))/gm;

/** Returns one text for each heading, and one for everything else. */
export function textsOfMarkdown(source: string): Text[] {
  const headings: Text[] = [];
  const withoutBlocks = source.replace(fence, blanked).replace(/<!--[^]*?-->/g, blanked);
  const prose = withoutCode(withoutBlocks)
    .replace(/<\/?[a-z][^<>]*>/gi, blanked)
    .replace(/\]\([^)\s]*(?:\s+"[^"]*")?\)|^\[[^\]]+\]:.*$/gm, blanked)
    .replace(/\*+/g, blanked);
  let at = 0;
  const lines = prose.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    if (/^#{1,6} /.test(line)) {
      headings.push({ kind: 'docs', at: start, chars: line.replace(/^#+/, blanked), isHeading: true });
      return boundary + blanked(line).slice(1);
    }
    if (/^[ \t]*\|/.test(line)) return line.replaceAll('|', boundary);
    return line.replace(/^[ \t>]*(?:[-+] |\d+[.)] |> ?)/, (sign) => blanked(sign).slice(1) + boundary);
  });
  return [{ kind: 'docs', at: 0, chars: lines.join('\n') }, ...headings];
}
