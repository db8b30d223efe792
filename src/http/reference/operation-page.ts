// The page of an operation.
import { STATUS_CODES } from 'node:http';
import type { Answer, Media, Parameter } from '../../lib/contract.ts';
import { html, type Content, type Markup } from '../../lib/markup.ts';
import { block, json, marked } from './code.ts';
import { exampleOf, mediaOf, type Operation } from './document.ts';
import { type Field, fieldList, fieldOfParameter, fieldsOf } from './fields.ts';
import { guidesOf, titleOf } from './guides/guides.ts';
import { page } from './layout.ts';
import { guidePath, operationPath, tagPath } from './paths.ts';
import { inline, paragraphs } from './text.ts';

/** Methods have a colour, and their name says the same. */
export const method = (name: string): Markup =>
  html`<span class="${`method ${name.toLowerCase()}`}">${name}</span>`;

/** A list of operations, with a link to the page of each. */
export const operationList = (list: readonly Operation[]): Markup =>
  html`<ul class="operations">${list.map(
    ({ id, method: name, path, summary }) =>
      html`<li>${method(name)} <a href="${operationPath(id)}">${summary}</a> <code>${path}</code></li>`,
  )}</ul>`;

const places: readonly (readonly [place: string, heading: string])[] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
];

const section = (id: string, heading: string, content: Content): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}"><a href="#${id}">${heading}</a></h2>${content}</section>`;

/** The fields of each part of the request and of the first answer that has some. */
export function partsOf({ parameters, body, answers }: Operation): { taken: Field[]; given: Field[] } {
  const inBody = mediaOf(body ?? {})?.[1].schema;
  const success = answers.find(([status, answer]) => status.startsWith('2') && mediaOf(answer)?.[1].schema);
  const schema = success && mediaOf(success[1])?.[1].schema;
  return {
    taken: [...parameters.map(fieldOfParameter), ...(inBody ? fieldsOf(inBody, 'body') : [])],
    given: schema ? fieldsOf(schema, `answer-${success[0]}`) : [],
  };
}

/** The page of an operation: what it takes and gives on the left, samples on the right. */
export function operationPage(operation: Operation): string {
  const { id, tag, summary, description, path, parameters, body, answers } = operation;
  const refusals = answers.filter(([status]) => /^[45]/.test(status));
  const successes = answers.filter(([status]) => !/^[45]/.test(status));
  const media = mediaOf(body ?? {});
  return page(
    { title: summary, path: operationPath(id), tag },
    html`<article class="${operation.samples.length > 0 ? 'operation' : 'operation wide'}">
<div class="about">
<p class="crumbs"><a href="${tagPath(tag)}">${tag}</a></p>
<h1>${summary}</h1>
<p class="target">${method(operation.method)} <code>${path}</code></p>
${paragraphs(description)}
${facts(operation)}
<p class="guides">Guides: ${guidesOf(operation).map(
      (guide, at) => html`${at > 0 && ', '}<a href="${guidePath(guide)}">${titleOf(guide)}</a>`,
    )}</p>
${places.map(([place, heading]) => {
  const found = parameters.filter((one) => one.in === place);
  return found.length > 0 && section(place, heading, fieldList(found.map(fieldOfParameter)));
})}
${media && section('body', 'Body', bodyOf(media, body?.required === true))}
${successes.length > 0 && section('answers', successes.length > 1 ? 'Responses' : 'Response', successes.map(answerOf))}
${refusals.length > 0 && section('errors', 'Errors', refusalsOf(refusals))}
</div>
${operation.samples.length > 0 && aside(operation)}
</article>`,
  );
}

const schemes: Readonly<Record<string, string>> = {
  apiKey: 'an API key',
  scimToken: 'a SCIM token',
  operatorKey: 'a key of an operator',
};

function facts(operation: Operation): Markup {
  const { id, scheme, 'x-permission': permission, 'x-audit': audit, 'x-max-body': maxBody } = operation;
  const rows: (readonly [name: string, value: Content])[] = [
    ['Operation', html`<code>${id}</code>`],
    ['Authentication', scheme === undefined ? 'none' : (schemes[scheme] ?? scheme)],
    ['Permission', permission && html`<code>${permission}</code>`],
    ['Audit log', audit !== 'none' && audit && html`<code>${audit}</code>`],
    ['Largest body', maxBody !== undefined && `${maxBody.toLocaleString('en')} bytes`],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const bodyOf = ([type, { schema }]: [string, Media], required: boolean): Markup =>
  html`<p class="media"><code>${type}</code>${required && ', required'}</p>${schema && fieldList(fieldsOf(schema, 'body'))}`;

/** Examples that are no longer than this stand open. */
const shortExample = 600;

function answerOf([status, answer]: [status: string, answer: Answer]): Markup {
  const { description = '', headers = {} } = answer;
  const media = mediaOf(answer);
  const fields = media?.[1].schema ? fieldsOf(media[1].schema, `answer-${status}`) : [];
  const example = media && exampleOf(media[1]);
  const shown = typeof example === 'object' && example !== null ? json(example) : undefined;
  const sent = Object.entries(headers).map(([name, one]) =>
    fieldOfParameter({ name, in: `answer-${status}-header`, ...one }),
  );
  return html`<div class="answer" id="answer-${status}">
<h3>${status} ${STATUS_CODES[Number(status)] ?? ''}</h3>
${paragraphs(description)}
${media && html`<p class="media"><code>${media[0]}</code></p>`}
${shown !== undefined && html`<details${shown.length <= shortExample && html` open`}><summary>Example</summary>${block(shown, 'JSON')}</details>`}
${fields.length > 0 && html`<details><summary>Fields (${fields.length})</summary>${fieldList(fields)}</details>`}
${sent.length > 0 && html`<details><summary>Headers (${sent.length})</summary>${fieldList(sent)}</details>`}
</div>`;
}

const refusalsOf = (refusals: [status: string, answer: Answer][]): Markup =>
  html`<ul class="refusals">${refusals.map(
    ([status, { description = '' }]) =>
      html`<li><a href="/docs/errors#${status}">${status} ${STATUS_CODES[Number(status)] ?? ''}</a> ${inline(description)}</li>`,
  )}</ul>`;

function aside(operation: Operation): Markup {
  const { samples } = operation;
  return html`<aside class="samples" aria-label="Samples">
<div class="tabs" role="tablist" aria-label="Language" hidden>${samples.map(
    ({ label }, at) =>
      html`<button type="button" role="tab" id="tab-${at}" aria-controls="sample-${at}">${label}</button>`,
  )}</div>
${samples.map(
  ({ label, source }, at) =>
    html`<div class="sample" id="sample-${at}" data-label="${label}"><figure class="code"><figcaption>${label}<button type="button" class="copy" hidden>Copy</button></figcaption><pre><code>${marked(source.trimEnd())}</code></pre></figure></div>`,
)}
${operation.scheme === 'operatorKey' ? '' : tryIt(operation)}
</aside>`;
}

const shown = (example: unknown): string => (typeof example === 'string' ? example : '');

const input = ({ name, in: place, required = false, example, schema }: Parameter): Markup =>
  html`<p><label for="try-${place}-${name}">${name}${required && html` <span class="required">required</span>`}</label><input id="try-${place}-${name}" data-in="${place}" data-name="${name}"${required && html` required`} value="${place === 'path' && shown(example)}" placeholder="${shown(schema?.example)}" autocomplete="off" spellcheck="false"></p>`;

function tryIt({ method: name, path, scheme, parameters, body }: Operation): Markup {
  const media = mediaOf(body ?? {});
  const example = media && exampleOf(media[1]);
  return html`<details class="try" hidden data-method="${name}" data-path="${path}" data-scheme="${scheme ?? ''}" data-type="${media?.[0] ?? ''}"><summary>Try it</summary><form>
${name !== 'GET' && html`<p class="caution">This request changes data. Use a test key, <code>kd_test_…</code>.</p>`}
${parameters.map(input)}
${media && html`<p><label for="try-body">Body</label><textarea id="try-body" rows="8" spellcheck="false">${example === undefined ? '' : json(example)}</textarea></p>`}
<p><button type="submit">Send request</button></p>
<div class="outcome" role="status"></div>
</form></details>`;
}
