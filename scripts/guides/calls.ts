// The calls with curl in a page of the documentation.

/** A call with curl in a page of the documentation. */
export interface Call {
  page: string;
  line: number;
  method: string;
  path: string;
  body: string | undefined;
}

/** Stands for what a reader fills in: a variable of the shell, `…`, or an id that ends with three points. */
export const blank = 'FILL_IN';

/** The variables of a page, such as `API=http://localhost:3000/api/v1`. */
const variablesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^(?:export )?([A-Z]+)=([^\s'"$()]+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** A command of curl in a block of shell, up to its end or a pipe. */
const commands = /\bcurl\b((?:'[^']*'|\\\n|[^'\n|)])*)/g;
/** The body of a command: quoted texts and variables without a space between them. */
const bodies = /-d ((?:'[^']*'|"\$\w+"|\$\w+)+)/;

/** Returns the call of a command. The mock gets wrong calls on purpose, and the shell still has to make a body with a command in it. */
function callOf(
  words: string,
  filled: (text: string) => string,
): Pick<Call, 'method' | 'path' | 'body'> | undefined {
  if (words.includes('$MOCK') || /-d .*\$\(/s.test(words)) return undefined;
  // A variable outside of quotation marks is a part of the JSON, which the first call leaves out.
  const body = bodies.exec(words.replace(/'(\$[A-Z]+)'(?=\})/g, ''))?.[1]?.replaceAll("'", '');
  const [, path] =
    /(?:https?:\/\/[^/\s"']+)?(\/(?:api|scim)\/[^\s"'?]*)/.exec(filled(words.replace(bodies, ' '))) ?? [];
  if (path === undefined) return undefined;
  const method = /-X ([A-Z]+)/.exec(words)?.[1] ?? (body === undefined ? 'GET' : 'POST');
  return { method, path, body: body && filled(body) };
}

/** Returns the calls of a page whose path stands in it. */
export function callsOf(page: string, text: string): Call[] {
  const variables = variablesOf(text);
  const filled = (words: string): string =>
    words.replace(
      /\$\{?([A-Z]+)\}?/g,
      (_, name: string) => variables.get(name) ?? (name === 'API' ? '/api/v1' : blank),
    );
  return [...text.matchAll(/```sh\n([^`]*)```/g)].flatMap(({ 1: block = '', index }) =>
    [...block.matchAll(commands)].flatMap((command) => {
      const call = callOf(command[1] ?? '', filled);
      const line = text.slice(0, index + command.index).split('\n').length + 1;
      return call ? [{ page, line, ...call }] : [];
    }),
  );
}
