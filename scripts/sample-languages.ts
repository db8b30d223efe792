// How a call is written in TypeScript, Python and the shell. Every value is data: it is quoted, never pasted.
import type { ClientName } from './client-names.ts';
import { pythonMethod, pythonName } from './python-names.ts';
import { pythonImports } from './python-values.ts';
import { block, inJson, inPython, inTypeScript, Made, write } from './sample-values.ts';

/** A call of an operation, with values. */
export interface Call extends ClientName {
  verb: string;
  server: string;
  /** With its parameters in braces. */
  path: string;
  inPath: ReadonlyMap<string, string>;
  query: Record<string, unknown>;
  body: { type: string; value: unknown } | undefined;
  /** What Python takes by name: the fields of body and query. */
  keywords: ReadonlyMap<string, unknown>;
  /** Whether a key is asked for. */
  secured: boolean;
  /** Whether success has a body. */
  answers: boolean;
}

/** Path parameters, then the body, then the query. */
export function typescript({ family, method, secured, server, answers, inPath, body, query }: Call): string {
  const key = secured ? ['apiKey: process.env.KEYWARD_API_KEY'] : [];
  const options = [`baseUrl: ${inTypeScript.scalar(server)}`, ...key];
  const start = `${answers ? 'const answer = ' : ''}await keyward.${family}.${method}(`;
  const given = [...inPath.values()].map((value) => inTypeScript.scalar(value));
  const objects = [...(body ? [body.value] : []), ...(Object.keys(query).length > 0 ? [query] : [])];
  for (const object of objects)
    given.push(write(object, inTypeScript, [start, ...given].join(', ').length + 2));
  return [
    "import { Keyward } from '@keyward/client';",
    '',
    secured
      ? block('const keyward = new Keyward({', options, '});', inTypeScript)
      : `const keyward = new Keyward({ ${options.join(', ')} });`,
    `${start}${given.join(', ')});`,
    ...(answers ? ['console.log(answer);'] : []),
    '',
  ].join('\n');
}

/** Path parameters, then the rest by name. */
export function python({ family, method, server, answers, inPath, keywords, secured }: Call): string {
  const options = [
    `base_url=${inPython.scalar(server)}`,
    ...(secured ? ['api_key=os.environ["KEYWARD_API_KEY"]'] : []),
  ];
  const start = `${answers ? 'answer = ' : ''}keyward.${pythonName(family)}.${pythonMethod(method)}`;
  const positional = [...inPath.values()].map((value): [undefined, string] => [undefined, value]);
  const { standard, models } = pythonImports([...keywords.values()]);
  return [
    ...(secured ? ['import os'] : []),
    ...standard,
    ...(secured || standard.length > 0 ? [''] : []),
    'from keyward import Keyward',
    ...models,
    '',
    secured
      ? block('keyward = Keyward(', options, ')', inPython)
      : `keyward = Keyward(${options.join(', ')})`,
    write(new Made(start, [...positional, ...keywords]), inPython),
    ...(answers ? ['print(answer)'] : []),
    '',
  ].join('\n');
}

/** A word of the shell, in single quotes unless it needs none. */
const word = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export function curl({ verb, server, path, inPath, query, body, secured }: Call): string {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  );
  const url = `${server}${target}${search.size > 0 ? `?${search.toString()}` : ''}`;
  const form = body?.type === 'application/x-www-form-urlencoded';
  const data = form
    ? Object.entries(body.value ?? {}).map(([name, value]) => `--data-urlencode ${word(`${name}=${value}`)}`)
    : body && [`-d ${word(write(body.value, inJson, 6).replaceAll('\n', '\n  '))}`];
  return `${[
    `curl${verb === (data ? 'POST' : 'GET') ? '' : ` -X ${verb}`} ${word(url)}`,
    ...(secured ? ['-H "Authorization: Bearer $KEYWARD_API_KEY"'] : []),
    ...(body && !form ? [`-H ${word(`Content-Type: ${body.type}`)}`] : []),
    ...(data ?? []),
  ].join(' \\\n  ')}\n`;
}
