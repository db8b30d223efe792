import { readFileSync } from 'node:fs';

/** The code of a page of docs/, to be run as it stands: finds the one block of a language that begins with these characters, or else has them. */
export function blocksOf(page: string): (language: string, part: string) => string {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );
  return (language, part) => {
    const all = blocks.filter((block) => block.language === language).map(({ text }) => text);
    const beginning = all.filter((text) => text.startsWith(part));
    const [found, ...more] = beginning.length > 0 ? beginning : all.filter((text) => text.includes(part));
    if (found === undefined || more.length > 0) throw new Error(`${page} has not one block with ${part}`);
    return found;
  };
}
