// The common parts of the pages behind a link and of the pages that ask for a link.
import type { Locale } from '../../lib/locale.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorSummary, type FieldError, hiddenField, layout } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { signInTexts } from './messages/sign-in.ts';
import { ruleErrors } from './sign-in.ts';

/** A problem with a form of these pages. */
export interface LinkProblem {
  /** A text that several pages have, or words of the page's own. */
  text: 'stale' | 'noName' | 'rules' | ((locale: Locale) => string);
  field?: string;
  /** The rules that a new password breaks. */
  rules?: readonly string[];
}

/** The parts that every such page is made of. */
export interface LinkForm {
  view: PageView;
  orgId: string;
  /** The path of the page, to which its form is sent. */
  action: string;
  csrf: string;
  problem?: LinkProblem | undefined;
}

/** Returns the problem with a form in words: several for a password that breaks several rules. */
export function errorsOf({ view, problem }: LinkForm): FieldError[] {
  if (!problem) return [];
  const { text, field, rules } = problem;
  const at = field === undefined ? {} : { field };
  if (rules) return ruleErrors(view, rules).map((rule) => ({ text: rule, ...at }));
  const words = typeof text === 'function' ? text(view.locale) : say(signInTexts, view.locale)[text];
  return [{ text: words, ...at }];
}

/** A page with one form. */
export function around(
  form: LinkForm,
  title: string,
  lead: string,
  content: Markup,
  scripts: readonly string[] = [],
): Markup {
  const { view, action, csrf, problem } = form;
  return layout(
    view,
    title,
    html`<p class="lead">${lead}</p>
${errorSummary(errorsOf(form))}
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
${content}
</form>`,
    { failed: problem !== undefined, scripts },
  );
}

/** A page that ends a way, and leads on. */
export const ending = (
  view: PageView,
  title: string,
  text: string,
  next: { path: string; text: string },
  failed = false,
): Markup =>
  layout(view, title, html`<p>${text}</p>\n<p><a class="button" href="${next.path}">${next.text}</a></p>`, {
    failed,
  });
