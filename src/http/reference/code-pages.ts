// The pages of errors and of verification codes.
import { STATUS_CODES } from 'node:http';
import { failures } from '../../failure.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { block, json } from './code.ts';
import { type Operation, operations } from './document.ts';
import { page } from './layout.ts';
import { errorPath, operationPath, verificationPath } from './paths.ts';
import { inline, paragraphs, sentence } from './text.ts';
import { verificationCodes } from './verification-codes.ts';

type Failures = Readonly<Record<string, readonly [status: number, message: string]>>;
export const errors: Failures = failures;

/** The advice to callers about each status. */
const advice: Readonly<Record<number, string>> = {
  400: 'Change the request. The same request fails again.',
  401: 'Check the header `Authorization`. The key may be missing, wrong, expired or revoked.',
  403: 'Use a key with more rights, or ask an administrator. The same request fails again.',
  404: 'Check the ID and the environment of the key. A resource of another organization is not found either.',
  405: 'Use one of the methods in the header `Allow`.',
  406: 'Change the header `Accept`.',
  409: 'Read the resource. Then decide if the change is still needed.',
  412: 'Read the resource again, and repeat the change with the new `ETag` in `If-Match`.',
  413: 'Send a shorter body, or several requests.',
  415: 'Change the header `Content-Type`.',
  429: 'Wait for the seconds in the header `Retry-After`. Then repeat the request.',
  500: 'Repeat the request later. If the error stays, give the operator the `requestId`.',
  501: 'Use another operation.',
  502: 'Repeat the request later.',
  503: 'Wait for the seconds in the header `Retry-After`. Then repeat the request with the same `Idempotency-Key`.',
};
/** Returns the advice to callers about a status. */
export const adviceOn = (status: number): string => advice[status] ?? '';

/** Returns a status with its name. */
export const statusName = (status: number): string => `${status} ${STATUS_CODES[status] ?? ''}`;

/** Returns all errors by their status, in order. */
export const errorsByStatus = () =>
  [...Map.groupBy(Object.entries(errors), ([, [status]]) => status)].toSorted(([a], [b]) => a - b);

/** The list of all errors, by their status. */
export function errorsPage(): string {
  return page(
    { title: 'Errors', path: '/docs/errors' },
    html`<h1>Errors</h1>
<p>A failed request under <code>/api/v1</code> has this body. Decide by <code>code</code>, which never changes. <code>error</code> is for people. <code>details.docs</code> is the address of the page about the code.</p>
${block(json(errorExample('CREDENTIAL_NOT_FOUND')), 'JSON')}
${errorsByStatus().map(
  ([
    status,
    members,
  ]) => html`<section aria-labelledby="${status}"><h2 id="${status}"><a href="#${status}">${statusName(status)}</a></h2>
<p>${inline(adviceOn(status))}</p>
<dl class="codes">${members.map(([code, [, message]]) => html`<dt><a href="${errorPath(code)}"><code>${code}</code></a></dt><dd>${inline(sentence(message))}</dd>`)}</dl></section>`,
)}`,
  );
}

/** Returns the body of an error. */
export function errorExample(code: string): unknown {
  const [status, message] = errors[code] ?? [0, ''];
  const requestId = 'req_01kahz5v3be4nr7q2m8x9c0d1e';
  if (code.startsWith('SCIM_') && !code.startsWith('SCIM_TOKEN_NOT'))
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      detail: `${code}: ${message}`,
    };
  const details = { docs: `https://keyward.example${errorPath(code)}` };
  return {
    error: message,
    code,
    details: code === 'VALIDATION_ERROR' ? { name: 'is required' } : details,
    requestId,
  };
}

/** Returns the operations whose texts name an error. */
export const operationsNaming = (code: string): Operation[] =>
  operations.filter(({ description, answers }) =>
    [description, ...answers.map(([, answer]) => answer.description ?? '')].some((text) =>
      text.includes(`\`${code}\``),
    ),
  );

const naming = (code: string): Markup | null => {
  const found = operationsNaming(code);
  return found.length === 0
    ? null
    : html`<h2>Operations that name this error</h2><ul>${found.map(({ id, summary }) => html`<li><a href="${operationPath(id)}">${summary}</a></li>`)}</ul>`;
};

/** The page that errors link to with `details.docs`. */
export function errorPage(code: string): string {
  const [status, message] = errors[code] ?? [0, ''];
  return page(
    { title: code, path: errorPath(code) },
    html`<p class="crumbs"><a href="/docs/errors">Errors</a></p>
<h1><code>${code}</code></h1>
<p class="target">${statusName(status)}</p>
${paragraphs(message)}
<h2>What to do</h2>
<p>${inline(adviceOn(status))}</p>
<h2>Example</h2>
${block(json(errorExample(code)), 'JSON')}
${naming(code)}`,
  );
}

const verifying = operations.find((one) => one['x-metric'] === 'verification')?.id ?? '';

/** The list of all verification codes. */
export const verificationCodesPage = (): string =>
  page(
    { title: 'Verification codes', path: '/docs/verification-codes' },
    html`<h1>Verification codes</h1>
<p><a href="${operationPath(verifying)}"><code>${verifying}</code></a> responds 200 for every secret. Decide by <code>valid</code>, and show or log <code>code</code>. Treat an unknown code like <code>valid: false</code>: new codes may follow.</p>
<dl class="codes">${Object.entries(verificationCodes).map(
      ([code, [meaning]]) =>
        html`<dt><a href="${verificationPath(code)}"><code>${code}</code></a></dt><dd>${inline(meaning)}</dd>`,
    )}</dl>`,
  );

/** Returns some fields of the response of a verification. */
export const verificationExample = (code: string): unknown => {
  const valid = code === 'VALID';
  return { valid, code, ...(valid ? {} : { identity: null, credential: null }) };
};

/** The page of a verification code. */
export function verificationCodePage(code: string): string {
  const [meaning, help] = verificationCodes[code] ?? ['', ''];
  return page(
    { title: `${code} (verification)`, path: verificationPath(code) },
    html`<p class="crumbs"><a href="/docs/verification-codes">Verification codes</a></p>
<h1><code>${code}</code></h1>
${paragraphs(meaning)}
<h2>What to do</h2>
${paragraphs(help)}
<h2>In the response</h2>
${block(json(verificationExample(code)), 'Some fields of the response')}
<p>The whole response: <a href="${operationPath(verifying)}">Verify a secret</a>.</p>`,
  );
}
