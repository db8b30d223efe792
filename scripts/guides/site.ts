// The documentation as files of a folder. All links are relative, so the folder works at any address of a web server.
import { posix } from 'node:path';
import type { StaticFile } from '../../src/http/assets.ts';

const contract = '/api/v1/openapi';

/** Returns the place of a file in the folder, or nothing for a second address of the same file. */
function placeOf(path: string, type: string): string | undefined {
  if (path === '/docs') return 'index.html';
  if (path.startsWith(contract)) return path.slice('/api/v1/'.length);
  if (!path.startsWith('/docs/') || path === '/docs/') return undefined;
  const place = path.slice('/docs/'.length);
  return type.startsWith('text/html') ? `${place}.html` : place;
}

/**
 * Returns the files of the folder by their places.
 * @param files the files of the server by their paths
 * @throws if a page leads to a path that the folder does not have
 */
export async function siteOf(files: ReadonlyMap<string, StaticFile>): Promise<Map<string, string | URL>> {
  const places = new Map<string, string>();
  for (const [path, { type }] of files) {
    const place = placeOf(path, type);
    if (place !== undefined) places.set(path, place);
  }
  const relative = (from: string, target: string): string => {
    const [path = '', hash] = target.split('#');
    const place = places.get(path);
    if (place === undefined) throw new Error(`${from} leads to ${target}, which is not in the folder`);
    return posix.relative(posix.dirname(from), place) + (hash === undefined ? '' : `#${hash}`);
  };
  const site = new Map<string, string | URL>();
  for (const [path, file] of files) {
    const place = places.get(path);
    if (place === undefined) continue;
    if ('file' in file) site.set(place, file.file);
    else
      site.set(
        place,
        written(await file.make(), file.type, (target) => relative(place, target)),
      );
  }
  return site;
}

/** Returns a file with relative links. */
function written(text: string, type: string, relative: (target: string) => string): string {
  if (type.startsWith('text/html'))
    return text
      .replace('<html lang="en">', '<html lang="en" data-site="folder">')
      .replace(
        / (href|src)="(\/[^"]*)"/g,
        (_, name: string, target: string) => ` ${name}="${relative(target)}"`,
      );
  if (type.startsWith('application/json') && text.startsWith('{"entries"')) {
    const { entries, ...rest } = JSON.parse(text) as { entries: { id: string }[] };
    return JSON.stringify({ entries: entries.map((one) => ({ ...one, id: relative(one.id) })), ...rest });
  }
  return text.replace(/\]\((\/[^)\s]*)\)/g, (_, target: string) => `](${relative(target)})`);
}
