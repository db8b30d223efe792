/** A match of a path of the contract: the operation of each method, and the values of the path's parameters. */
export interface Match<Operation> {
  methods: ReadonlyMap<string, Operation>;
  path: Record<string, string>;
}

interface Step<Operation> {
  literals: Map<string, Step<Operation>>;
  parameter?: Step<Operation>;
  names: string[];
  methods?: Map<string, Operation>;
}

/**
 * Compiles the paths of the contract into a tree of segments, so that a match costs a map look-up per segment
 * and not a regular expression per operation. A literal segment beats a parameter.
 *
 * Literals match the raw, undecoded segment: `/%61pi/…`, `/api//…`, `/api/v1/x/` and `;` lead nowhere, so no
 * spelling of a path gets around a check that another spelling meets (security.md 1, CVE-2026-32130).
 */
export function compileRoutes<Operation extends { method: string; path: string }>(
  operations: readonly Operation[],
): (path: string) => Match<Operation> | undefined {
  const root: Step<Operation> = { literals: new Map(), names: [] };
  for (const operation of operations) {
    let step = root;
    const names: string[] = [];
    for (const segment of operation.path.split('/').slice(1)) {
      const parameter = /^\{(.+)\}$/.exec(segment)?.[1];
      if (parameter !== undefined) {
        names.push(parameter);
        step = step.parameter ??= { literals: new Map(), names: [] };
      } else {
        let next = step.literals.get(segment);
        if (!next) step.literals.set(segment, (next = { literals: new Map(), names: [] }));
        step = next;
      }
    }
    step.names = names;
    (step.methods ??= new Map()).set(operation.method, operation);
  }

  return (path) => {
    const values: string[] = [];
    const segments = path.split('/');
    const step = find(root, segments, 1, values);
    if (!step?.methods) return undefined;
    const parameters: Record<string, string> = {};
    for (const [at, name] of step.names.entries()) {
      const value = decode(values[at] ?? '');
      if (value === undefined) return undefined;
      parameters[name] = value;
    }
    return { methods: step.methods, path: parameters };
  };
}

function find<Operation>(
  step: Step<Operation> | undefined,
  segments: readonly string[],
  at: number,
  values: string[],
): Step<Operation> | undefined {
  if (!step) return undefined;
  const segment = segments[at];
  if (segment === undefined) return step.methods ? step : undefined;
  const literal = find(step.literals.get(segment), segments, at + 1, values);
  if (literal || !step.parameter || segment === '') return literal;
  values.push(segment);
  const found = find(step.parameter, segments, at + 1, values);
  if (!found) values.pop();
  return found;
}

/** A segment that is not proper percent-encoding names nothing, and so does one with NUL, which Postgres cannot store. */
function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
