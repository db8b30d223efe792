import { type Locale, locales } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import { themePath } from './branding.ts';
import { say } from './catalogue.ts';
import { layoutTexts } from './messages/layout.ts';
import type { PageView } from './view.ts';

interface LayoutOptions {
  /** Which part of the page is shown, for the title in the tab. */
  part?: string;
  /** Files below /ui/ that the page works better with, such as `/ui/passkey.js`. */
  scripts?: readonly string[];
  /** Whether something went wrong: the title in the tab says so, which is what a screen reader reads first. */
  failed?: boolean;
  /** Whether the page is only looked at: its links cannot be used. */
  isInert?: boolean;
  /** Whether the page is an error that support looks up in the log: it then shows the id of the request. */
  isError?: boolean;
}

/** A whole page around its content. The title is its heading, too. */
export function layout(
  { locale, branding, requestId, here }: PageView,
  title: string,
  content: Markup,
  { part, scripts = [], isInert = false, isError = false, failed = isError }: LayoutOptions = {},
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
<title>${failed && `${texts.failed}: `}${part !== undefined && `${part} · `}${title} · ${displayName}</title>
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
<footer aria-label="${texts.footer}"${isInert && html` inert`}>${supportUri && html`<a href="${supportUri}" rel="noopener">${texts.help}</a>`}
${isError && html`<span class="request">${texts.requestId} <code>${requestId}</code></span>`}
${here !== undefined && languagePicker(locale, here)}</footer>
</body>
</html>
`;
}

/** The languages by their own names, as those who look for them know them. */
const languages: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/** An address that is longer would not fit into the header of the redirect. */
const longestHere = 4096;

/**
 * Has the user choose the language of the pages, and shows the same page again. The form has no `csrf`, as it changes
 * nothing but a language, and other sites cannot post it (docs/hosted-pages.md, "Forms of other sites").
 */
function languagePicker(locale: Locale, here: string): Markup | null {
  if (here.length > longestHere) return null;
  return html`<form class="languages" method="post" action="/language">
${hiddenField('to', here)}
${locales.map((one) =>
  one === locale
    ? html`<span lang="${one}" aria-current="true">${languages[one]}</span>`
    : html`<button class="link" type="submit" name="language" value="${one}" lang="${one}">${languages[one]}</button>`,
)}
</form>`;
}

/** An error in a form. */
export interface FieldError {
  /** The id of the field that shows the error. Without it, the error stands above the form. */
  field?: string;
  text: string;
}

/** Shows what was wrong with a form as a whole, and announces it. An error of a field stands beside its field alone. */
export function errorSummary(errors: readonly FieldError[]): Markup | null {
  const ofForm = errors.filter(({ field }) => field === undefined);
  if (ofForm.length === 0) return null;
  return html`<div class="errors" role="alert">${ofForm.map(({ text }) => html`<p>${text}</p>`)}</div>`;
}

/** Returns the text of the errors beside a field. */
export const errorsAt = (errors: readonly FieldError[], field: string): string | undefined =>
  errors.flatMap((error) => (error.field === field ? [error.text] : [])).join(' ') || undefined;

export interface Input {
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
  /** Attributes `data-…` for a script. */
  data?: Readonly<Record<string, string>>;
}

/** A text field with its label, its hint and its error, tied to it for those who do not see them. */
export function textField(input: Input): Markup {
  const {
    name,
    label,
    type = 'text',
    value,
    autocomplete,
    inputmode,
    hint,
    error,
    maxlength,
    data = {},
  } = input;
  const { required = true, autofocus = error !== undefined } = input;
  const told = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}"${maxlength !== undefined && html` maxlength="${maxlength}"`}${autocomplete && html` autocomplete="${autocomplete}"`}${inputmode && html` inputmode="${inputmode}"`}${told !== '' && html` aria-describedby="${told}"`}${error && html` aria-invalid="true"`} autocapitalize="none" spellcheck="false"${required && html` required`}${autofocus && html` autofocus`}${Object.entries(data).map(([key, text]) => html` data-${key}="${text}"`)}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** A field that people do not see. */
export const hiddenField = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}">`;
