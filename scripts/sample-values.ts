// How TypeScript, Python and JSON write a value: on one line where it fits, otherwise over several.

/** A value that is made by a call: a model of the Python client, a moment in time. */
export class Made {
  readonly callee: string;
  /** By position, where there is no name. */
  readonly given: [name: string | undefined, value: unknown][];

  constructor(callee: string, given: [name: string | undefined, value: unknown][]) {
    this.callee = callee;
    this.given = given;
  }
}

export interface Notation {
  scalar: (value: unknown) => string;
  key: (name: string) => string;
  /** Beside the braces of an object on one line. */
  pad: '' | ' ';
  indent: string;
  /** After the last of several lines. */
  comma: '' | ',';
}

const width = 80;

export const block = (open: string, parts: string[], close: string, { indent, comma }: Notation): string =>
  [open, `${parts.join(',\n')}${comma}`.replace(/^/gm, indent), close].join('\n');

/** @param taken how much of its line others need */
export function write(value: unknown, notation: Notation, taken = 0): string {
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const { key, indent, pad } = notation;
  const shape = (
    open: string,
    close: string,
    named: [name: string, value: unknown][],
    space = '',
  ): string => {
    if (named.length === 0) return `${open}${close}`;
    const parts = named.map(
      ([name, one]) => `${name}${write(one, notation, indent.length + name.length + 1)}`,
    );
    const line = `${open}${space}${parts.join(', ')}${space}${close}`;
    return taken + line.length <= width && !line.includes('\n') ? line : block(open, parts, close, notation);
  };
  if (value instanceof Made) {
    const named = value.given.map(([name, one]): [string, unknown] => [name ? `${name}=` : '', one]);
    return shape(`${value.callee}(`, ')', named);
  }
  if (Array.isArray(value))
    return shape(
      '[',
      ']',
      value.map((one) => ['', one]),
    );
  return shape(
    '{',
    '}',
    Object.entries(value).map(([name, one]) => [`${key(name)}: `, one]),
    pad,
  );
}

export const inJson: Notation = {
  scalar: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  pad: '',
  indent: '  ',
  comma: '',
};

export const inTypeScript: Notation = {
  scalar: (value) =>
    typeof value === 'string'
      ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
      : JSON.stringify(value),
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : inTypeScript.scalar(name)),
  pad: ' ',
  indent: '  ',
  comma: ',',
};

const pythonWords = new Map<unknown, string>([
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
]);

export const inPython: Notation = {
  scalar: (value) => pythonWords.get(value) ?? JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  pad: '',
  indent: '    ',
  comma: ',',
};
