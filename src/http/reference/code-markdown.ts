// The pages of errors and of verification codes as Markdown.
import {
  adviceOn,
  errorExample,
  errors,
  errorsByStatus,
  operationsNaming,
  statusName,
  verificationExample,
} from './code-pages.ts';
import { json } from './code.ts';
import { codeLines, line, operationItem, part, written } from './markdown.ts';
import { errorPath, verificationPath } from './paths.ts';
import { verificationCodes } from './verification-codes.ts';

/** Returns the list of all errors as Markdown, by their status. */
export const errorsMarkdown = (): string =>
  written(
    'Errors',
    [
      'Decide by `code`, which never changes. `error` is for people. `details.docs` is the address of the page about the code.',
    ],
    ['', ...codeLines(json(errorExample('CREDENTIAL_NOT_FOUND')), 'json')],
    errorsByStatus().flatMap(([status, members]) =>
      part(statusName(status), [
        adviceOn(status),
        '',
        ...members.map(([code, [, message]]) => `- [\`${code}\`](${errorPath(code)}.md): ${line(message)}`),
      ]),
    ),
  );

/** Returns an error as Markdown. */
export function errorMarkdown(code: string): string {
  const [status, message] = errors[code] ?? [0, ''];
  return written(
    `\`${code}\``,
    [statusName(status), message],
    part('What to do', [adviceOn(status)]),
    part('Example', codeLines(json(errorExample(code)), 'json')),
    part('Operations that name this error', operationsNaming(code).map(operationItem)),
  );
}

/** Returns the list of all verification codes as Markdown. */
export const verificationCodesMarkdown = (): string =>
  written(
    'Verification codes',
    [
      'A verification responds 200 for every secret. Decide by `valid`, and show or log `code`. Treat an unknown code like `valid: false`: new codes may follow.',
    ],
    [
      '',
      ...Object.entries(verificationCodes).map(
        ([code, [meaning]]) => `- [\`${code}\`](${verificationPath(code)}.md): ${line(meaning)}`,
      ),
    ],
  );

/** Returns a verification code as Markdown. */
export function verificationCodeMarkdown(code: string): string {
  const [meaning, help] = verificationCodes[code] ?? ['', ''];
  return written(
    `\`${code}\``,
    [meaning],
    part('What to do', [line(help)]),
    part('In the response', codeLines(json(verificationExample(code)), 'json')),
  );
}
