// Writes docs/errors.md and docs/configuration.md from the tables the service itself reads, and docs/events.md from
// the contract.
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { settings } from '../src/config.ts';
import { failures } from '../src/failure.ts';
import { eventsPage } from './docs-events.ts';
import { readContract } from './contract.ts';

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const row = (...cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
const rule = (columns: number) => `|${'---|'.repeat(columns)}`;
const code = (text: string) => `\`${text}\``;
const generated = (source: string) => `<!-- Made by \`make generate\` from ${source}; do not edit. -->`;

/** The refusals, grouped by status in ascending order. */
function errors(): string {
  const rows = Object.entries(failures).map(([name, [status, message]]) => ({ name, status, message }));
  const groups = [...Map.groupBy(rows, ({ status }) => status)].sort(([a], [b]) => a - b);
  return [
    generated('src/failure.ts'),
    '',
    '# Errors',
    '',
    'Every refusal under `/api/v1` is `{ "error": …, "code": …, "details": {…}, "requestId": … }`.',
    'Decide by `code`: it never changes; `error` is written for people and may.',
    '`details` of `VALIDATION_ERROR` name each field with its rule and an example. A near miss gets a hint, such as',
    '"did you mean `maxUsageCount`?". Hints follow from the form of the request alone.',
    '',
    'Under `/api/scim/v2` it is the body of RFC 7644 section 3.12, `{ "schemas": […], "status": "400", "scimType": …, "detail": … }`;',
    'the code is in the header `X-Error-Code` and stands before the `detail`.',
    ...groups.flatMap(([status, members]) => [
      '',
      `## ${status} ${STATUS_CODES[status] ?? ''}`,
      '',
      row('Code', 'Message'),
      rule(2),
      ...members.map(({ name, message }) => row(code(name), message)),
    ]),
    '',
  ].join('\n');
}

function configuration(): string {
  // A word such as `generated` describes a default; everything else can be typed as it stands.
  const shown = ({ fallback, shownDefault }: (typeof settings)[number]) =>
    fallback === undefined && /^[a-z ]+$/.test(shownDefault) ? shownDefault : code(shownDefault);
  return [
    generated('src/config.ts'),
    '',
    '# Configuration',
    '',
    'The service reads these environment variables once, at the start; an empty one counts as unset.',
    'A value that is not allowed stops the start with one sentence that names the variable.',
    '',
    row('Variable', 'Default', 'Meaning', 'Allowed'),
    rule(4),
    ...settings.map((one) => row(code(one.name), shown(one), one.sentence, one.kind.allowed)),
    '',
  ].join('\n');
}

writeFileSync('docs/events.md', eventsPage(readContract(), generated('openapi/events.yaml')));
writeFileSync('docs/errors.md', errors());
writeFileSync('docs/configuration.md', configuration());
