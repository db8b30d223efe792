// Adds what each change does to the security of a tenant, and what follows from that (openapi/effects.yaml).
import type { Placed, Source } from './source.ts';

const table = 'effects.yaml';
const effects = ['vouches', 'lasts', 'secret', 'moves', 'loosens', 'ends'];

/** The effects that a caller that ends may not have. */
const lasting: ReadonlySet<string> = new Set(['vouches', 'lasts', 'moves', 'loosens']);

/** How many seconds ago a user may have signed in who calls such an operation. */
const recentSeconds = 300;

interface Row {
  effects?: unknown;
  when?: unknown;
  bounds?: unknown;
  reason?: unknown;
}

/** Whether a key or a user calls the operation, and it changes something. A SCIM token is bounded by its permissions. */
const stands = ({ operation, shape, secured }: Placed): boolean =>
  shape === 'api' &&
  secured &&
  operation['x-caller'] === undefined &&
  (operation['x-audit'] ?? 'none') !== 'none';

export function addEffects(source: Source): void {
  const rows = source.read(table) as Readonly<Record<string, Row | undefined>>;
  const known = new Set<string>();
  for (const at of source.operations) {
    const { operation } = at;
    const { operationId } = operation;
    for (const fact of ['x-effects', 'x-recent', 'x-ending-callers'] as const)
      if (operation[fact] !== undefined) source.report(at, `drop ${fact}: it follows from openapi/${table}`);
    const row = Object.hasOwn(rows, operationId) ? rows[operationId] : undefined;
    if (!stands(at)) continue;
    known.add(operationId);
    if (!row) {
      source.report(at, `add ${operationId} to openapi/${table}, with its effects or a reason against them`);
      continue;
    }
    const mistake = mistakeIn(row, operation['x-secret'] !== undefined);
    if (mistake !== undefined) source.report(at, `${operationId} in openapi/${table}: ${mistake}`);
    else follow(at, row);
  }
  for (const name of Object.keys(rows))
    if (!known.has(name))
      source.report(
        undefined,
        `drop ${name} from openapi/${table}: no change that a key or a user calls has this name`,
      );
}

/** Returns what is wrong with a row, in a sentence that says what to do. */
function mistakeIn(
  { effects: said, when, bounds, reason, ...rest }: Row,
  showsSecret: boolean,
): string | undefined {
  const [unread] = Object.keys(rest);
  if (unread !== undefined) return `drop ${unread}`;
  if ((said === undefined) === (reason === undefined)) return 'say effects or a reason, and not both';
  if (reason !== undefined) {
    if (typeof reason !== 'string' || reason.length < 20) return 'write the reason in a sentence';
    if (when !== undefined || bounds !== undefined) return 'drop when and bounds beside the reason';
    return showsSecret ? 'say the effect secret, because x-secret names a secret' : undefined;
  }
  if (!Array.isArray(said) || said.length === 0 || !said.every((one) => effects.includes(String(one))))
    return `say effects of ${effects.join(', ')}`;
  if (new Set(said).size < said.length) return 'say each effect once';
  if (showsSecret && !said.includes('secret'))
    return 'say the effect secret, because x-secret names a secret';
  if (said.every((one) => one === 'ends'))
    return when === undefined && bounds === undefined
      ? undefined
      : 'drop when and bounds: what ends asks for nothing';
  if (when !== 'always' && when !== 'change') return 'say when: always or change';
  if (bounds === undefined) return undefined;
  return bounds === 'compared' && when === 'always'
    ? undefined
    : 'say bounds: compared beside when: always, or drop it';
}

function follow({ operation }: Placed, row: Row): void {
  if (row.effects === undefined) return;
  const said = row.effects as string[];
  operation['x-effects'] = said;
  if (row.when !== 'always') return;
  operation['x-recent'] = recentSeconds;
  if (row.bounds === undefined && said.some((one) => lasting.has(one)))
    operation['x-ending-callers'] = 'refused';
}
