import { html, type Markup } from '../../lib/markup.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import { themePath } from './branding.ts';
import { say } from './catalogue.ts';
import { layoutTexts } from './messages/layout.ts';
import type { PageView } from './view.ts';

export type { PageView } from './view.ts';

interface LayoutOptions {
  /** Files below /ui/ that the page works better with, such as `/ui/passkey.js`. */
  scripts?: readonly string[];
  /** Whether something went wrong: the title in the tab says so, which is what a screen reader reads first. */
  failed?: boolean;
}

/** A whole page around its content. The title is its heading, too. */
export function layout(
  { locale, branding, requestId }: PageView,
  title: string,
  content: Markup,
  { scripts = [], failed = false }: LayoutOptions = {},
): Markup {
  const texts = say(layoutTexts, locale);
  const { displayName, logoUri, supportUri } = branding;
  const theme = themePath(branding);
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${failed && `${texts.failed}: `}${title} · ${displayName}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/ui/style.css">
${theme && html`<link rel="stylesheet" href="${theme}">`}
${scripts.map((path) => html`<script type="module" src="${path}"></script>`)}
</head>
<body>
<header class="brand">${logoUri ? html`<img src="${logoUri}" alt="${withoutDisguise(displayName)}" height="40">` : html`<span>${displayName}</span>`}</header>
<main class="card"${failed && html` data-failed`}>
<h1>${title}</h1>
${content}
</main>
<footer aria-label="${texts.footer}">${supportUri && html`<a href="${supportUri}" rel="noopener">${texts.help}</a>`}
<span class="request">${texts.requestId} <code>${requestId}</code></span></footer>
</body>
</html>
`;
}

/** A field of a form, and what was wrong with it, which ends up both beside it and in the summary. */
export interface FieldError {
  /** The id of the field. */
  field?: string;
  text: string;
}

/** What was wrong with a form: announced at once, and each error leads to its field. */
export function errorSummary(
  { locale }: Pick<PageView, 'locale'>,
  errors: readonly FieldError[],
): Markup | null {
  if (errors.length === 0) return null;
  const [only] = errors;
  const link = ({ field, text }: FieldError) =>
    field ? html`<a href="#${field}">${text}</a>` : html`${text}`;
  if (errors.length === 1 && only)
    return html`<div class="errors" id="errors" role="alert">${link(only)}</div>`;
  return html`<div class="errors" id="errors" role="alert"><p>${say(layoutTexts, locale).errorsAbove}</p>
<ul>${errors.map((error) => html`<li>${link(error)}</li>`)}</ul></div>`;
}

/** What is written beside a field. */
export const errorsAt = (errors: readonly FieldError[], field: string): string | undefined =>
  errors.flatMap((error) => (error.field === field ? [error.text] : [])).join(' ') || undefined;

interface Input {
  /** Its name and its id. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'tel';
  value?: string;
  autocomplete?: string;
  inputmode?: 'numeric' | 'email';
  /** A sentence below the label. */
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Unless this says otherwise, a field with an error has the focus. */
  autofocus?: boolean;
  maxlength?: number;
}

/** A text field with its label, its hint and its error, tied to it for those who do not see them. */
export function textField(input: Input): Markup {
  const { name, label, type = 'text', value, autocomplete, inputmode, hint, error, maxlength } = input;
  const { required = true, autofocus = error !== undefined } = input;
  const told = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}"${maxlength !== undefined && html` maxlength="${maxlength}"`}${autocomplete && html` autocomplete="${autocomplete}"`}${inputmode && html` inputmode="${inputmode}"`}${told !== '' && html` aria-describedby="${told}"`}${error && html` aria-invalid="true"`} autocapitalize="none" spellcheck="false"${required && html` required`}${autofocus && html` autofocus`}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** A field that people do not see. */
export const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`;
