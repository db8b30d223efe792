/** A metric that a query asks for, and what it asks of its labels. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

/** The names in a query of Prometheus. */
export interface Named {
  selectors: Selector[];
  functions: string[];
  /** Labels that it groups or joins by. */
  groupings: string[];
}

const token =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*")|(?<range>\[[^\]]+\])|(?<number>\d+(?:\.\d+)?)|(?<name>[a-zA-Z_:][\w:]*)|(?<sign>=~|!~|!=|==|>=|<=|[-+*/%^(){},=<>]))/y;
const grouping = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
const words = new Set(['and', 'or', 'unless', 'bool', 'offset']);

/** Reads the names of a query, and no more of its grammar. @throws when it has what no query has */
export function namesOf(query: string): Named {
  const tokens = tokensOf(query);
  const named: Named = { selectors: [], functions: [], groupings: [] };
  const open: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const text = tokens[at] ?? '';
    if (text === '(') open.push(text);
    if (text === ')' && open.pop() === undefined) throw new Error(`an unopened ) in ${query}`);
    if (!/^[a-zA-Z_:]/.test(text) || words.has(text)) continue;
    if (grouping.has(text)) {
      const end = tokens.indexOf(')', at);
      if (tokens[at + 1] !== '(' || end < 0) throw new Error(`${text} without labels in ${query}`);
      named.groupings.push(...tokens.slice(at + 2, end).filter((one) => one !== ','));
      at = end;
    } else if (tokens[at + 1] === '(' || grouping.has(tokens[at + 1] ?? '')) {
      named.functions.push(text);
    } else {
      const matchers: Selector['matchers'] = [];
      if (tokens[at + 1] === '{') {
        for (at += 2; tokens[at] !== '}'; at += tokens[at + 3] === ',' ? 4 : 3) {
          const [label = '', operator = '', value = ''] = tokens.slice(at, at + 3);
          if (!/^(=|!=|=~|!~)$/.test(operator)) throw new Error(`${label} ${operator} in ${query}`);
          matchers.push({ label, operator, value: JSON.parse(value) as string });
        }
      }
      named.selectors.push({ metric: text, matchers });
    }
  }
  if (open.length > 0) throw new Error(`an unclosed ( in ${query}`);
  return named;
}

function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < query.trimEnd().length) {
    const at = token.lastIndex;
    const found = token.exec(query);
    if (!found) throw new Error(`nothing that a query may have at ${at} of ${query}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** The labels of each series that a page of metrics has, by its name, and their values. */
export function seriesOf(page: string): Map<string, Map<string, Set<string>>> {
  const series = new Map<string, Map<string, Set<string>>>();
  for (const line of page.split('\n')) {
    const [, name, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const known = series.get(name) ?? new Map<string, Set<string>>();
    series.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
  return series;
}
