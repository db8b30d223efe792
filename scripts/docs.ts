// Writes docs/errors.md and docs/configuration.md from the tables the service itself reads, and docs/events.md from
// the contract.
import { writeFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { settings } from '../src/config.ts';
import { fileVariables } from '../src/settings/secret-files.ts';
import { failures } from '../src/failure.ts';
import { eventsPage } from './docs-events.ts';
import { row, rule } from './docs-table.ts';
import { readContract } from './contract.ts';

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
    'This page lists the error codes of the API. Decide by `code`, which never changes. The text in `error` is for people and may change.',
    '',
    '## Example',
    '',
    '```json',
    '{ "error": "No such credential. Check the ID. …", "code": "CREDENTIAL_NOT_FOUND",',
    '  "details": { "docs": "https://keyward.example/docs/errors/CREDENTIAL_NOT_FOUND" }, "requestId": "…" }',
    '```',
    '',
    '## Fields of an error',
    '',
    'Every error under `/api/v1` has the fields `error`, `code`, `details` and `requestId`.',
    '',
    '- `details` of `VALIDATION_ERROR` names each wrong field with its rule, and often an example. A misspelled field gets a hint, such as',
    '  "did you mean `maxUsageCount`?". A hint never depends on stored data.',
    '- `details.docs` of every other error is the address of the page about its code.',
    '  `PASSWORD_POLICY_VIOLATION` has no `details.docs`.',
    '- `requestId` finds the request in the [log](logging.md).',
    '',
    'Under `/api/scim/v2`, the body has the form of RFC 7644 section 3.12. The header `X-Error-Code` has the code, and `detail` begins',
    'with it:',
    '',
    '```json',
    '{ "schemas": ["urn:ietf:params:scim:api:messages:2.0:Error"], "status": "400", "scimType": "…", "detail": "SCIM_VALUE_INVALID: …" }',
    '```',
    ...groups.flatMap(([status, members]) => [
      '',
      `## ${status} ${STATUS_CODES[status] ?? ''}`,
      '',
      row('Code', 'Message'),
      rule(2),
      ...members.map(({ name, message }) => row(code(name), message)),
    ]),
    '',
    '## Edge cases',
    '',
    'More codes may follow ([compatibility](compatibility.md)). Treat an unknown code by its [status](status-codes.md).',
    '',
    '## Troubleshooting',
    '',
    'Read `details` first: it names the field, the permission or the rule. Then open the address in `details.docs`.',
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
    'This page lists the settings of the service. The service reads these environment variables once, at the start.',
    '[Deploying](deploying.md) has a whole environment file for production.',
    '',
    '## Example',
    '',
    '```sh',
    'LOG_LEVEL=debug RATE_LIMIT_PER_MINUTE=6000 make start',
    '```',
    '',
    '## Settings',
    '',
    row('Variable', 'Default', 'Meaning', 'Allowed'),
    rule(4),
    ...settings.map((one) => row(code(one.name), shown(one), one.sentence, one.kind.allowed)),
    '',
    '## Secrets from files',
    '',
    'Docker, Kubernetes and systemd give secrets to a service as files. For each setting that contains a secret, a variable with the',
    `suffix \`_FILE\` names a file with the value: ${fileVariables.map(code).join(', ')}.`,
    'The service reads the file at the start and removes line breaks at its end. Set either the variable or the file, not both.',
    '',
    '## Edge cases',
    '',
    '- An empty variable counts as unset. An unknown variable is ignored.',
    '- `TLS_CERT` and `TLS_KEY` need each other. `SMTP_URL` needs `MAIL_FROM`.',
    '- With `MASTER_KEY_LOST`, the service starts without these keys. What they encrypted stays unreadable, and audit keys are replaced',
    '  ([lost master keys](deploying.md#missing-and-lost-master-keys)).',
    '- With `WARM_UP=on`, a node also prepares the checks of the operations that machines call most. With `WARM_UP=off`, the files of the',
    '  service must stay as they are while it runs.',
    '- `RATE_LIMIT_MAX_PER_MINUTE` must be at least `RATE_LIMIT_PER_MINUTE`.',
    '- `TLS_CLIENT_CA` needs `DEVICE_ORIGIN`, `DEVICE_PORT` and a certificate ([devices](conditional-access.md#the-device-origin)).',
    '',
    '## Troubleshooting',
    '',
    '- **The start fails and names a variable.** Its value is not allowed. The column "Allowed" has the rule.',
    '- **A setting has no effect.** Read the log of the start: it warns about almost correct names.',
    '',
  ].join('\n');
}

writeFileSync('docs/events.md', eventsPage(readContract(), generated('openapi/events.yaml')));
writeFileSync('docs/errors.md', errors());
writeFileSync('docs/configuration.md', configuration());
