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
  /** The keyword arguments of Python: the fields of body and query. */
  keywords: ReadonlyMap<string, unknown>;
  /** The environment variable with the secret that is asked for; undefined where none is. */
  secret: string | undefined;
  /** Whether success has a body. */
  answers: boolean;
}

/** Path parameters, then the body, then the query. */
export function typescript({ family, method, secret, server, answers, inPath, body, query }: Call): string {
  const key = secret ? [`apiKey: process.env.${secret}`] : [];
  const options = [`baseUrl: ${inTypeScript.scalar(server)}`, ...key];
  const start = `${answers ? 'const answer = ' : ''}await keyward.${family}.${method}(`;
  const given = [...inPath.values()].map((value) => inTypeScript.scalar(value));
  const objects = [...(body ? [body.value] : []), ...(Object.keys(query).length > 0 ? [query] : [])];
  for (const object of objects)
    given.push(write(object, inTypeScript, [start, ...given].join(', ').length + 2));
  return [
    "import { Keyward } from '@keyward/client';",
    '',
    secret
      ? block('const keyward = new Keyward({', options, '});', inTypeScript)
      : `const keyward = new Keyward({ ${options.join(', ')} });`,
    `${start}${given.join(', ')});`,
    ...(answers ? ['console.log(answer);'] : []),
    '',
  ].join('\n');
}

/** Path parameters, then the rest by name. */
export function python({ family, method, server, answers, inPath, keywords, secret }: Call): string {
  const options = [
    `base_url=${inPython.scalar(server)}`,
    ...(secret ? [`api_key=os.environ["${secret}"]`] : []),
  ];
  const start = `${answers ? 'answer = ' : ''}keyward.${pythonName(family)}.${pythonMethod(method)}`;
  const positional = [...inPath.values()].map((value): [undefined, string] => [undefined, value]);
  const { standard, models } = pythonImports([...keywords.values()]);
  return [
    ...(secret ? ['import os'] : []),
    ...standard,
    ...(secret || standard.length > 0 ? [''] : []),
    'from keyward_client import Keyward',
    ...models,
    '',
    secret ? block('keyward = Keyward(', options, ')', inPython) : `keyward = Keyward(${options.join(', ')})`,
    write(new Made(start, [...positional, ...keywords]), inPython),
    ...(answers ? ['print(answer)'] : []),
    '',
  ].join('\n');
}

/** A word of the shell, in single quotes unless it needs none. */
const word = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export function curl({ verb, server, path, inPath, query, body, secret }: Call): string {
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
    ...(secret ? [`-H "Authorization: Bearer $${secret}"`] : []),
    ...(body && !form ? [`-H ${word(`Content-Type: ${body.type}`)}`] : []),
    ...(data ?? []),
  ].join(' \\\n  ')}\n`;
}
