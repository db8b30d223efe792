import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import { companyTexts } from './messages/company.ts';
import { type StepForm, stepForm } from './sign-in.ts';

/** Tells a user to sign in with the identity provider of the company, and leads there. */
export function companyPage(
  form: StepForm,
  { id, name }: { id: string; name: string },
  { isAgain }: { isAgain: boolean },
): Markup {
  const texts = say(companyTexts, form.view.locale);
  return layout(
    form.view,
    texts.title,
    html`<p class="lead">${isAgain ? texts.again(name) : texts.lead(name)}</p>
${stepForm(form, `federation/${id}`, html`<button type="submit">${texts.go(name)}</button>`)}
<p class="after"><a href="/login/${form.orgId}?sign_in=${form.id}&factor=identifier">${texts.other}</a></p>`,
    { failed: !isAgain },
  );
}
