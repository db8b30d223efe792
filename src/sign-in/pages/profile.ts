import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorsAt, hiddenField, textField } from '../../platform/pages/layout.ts';
import { type AccountForm, accountForm, problemsOf } from './account.ts';
import { profileTexts } from './messages/profile.ts';

/** The fields of the form, and what the browser fills in. */
const nameFields = [
  ['display_name', 'displayName', 'name'],
  ['first_name', 'firstName', 'given-name'],
  ['last_name', 'lastName', 'family-name'],
] as const;

/** The fields of a user that the profile shows. */
interface ShownProfile {
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  username: string;
  email: string | null;
  version: number;
}

/** Shows the name of the user, with a form to change it unless a directory manages it. */
export function profileSection(form: AccountForm, user: ShownProfile, isManaged: boolean): Markup {
  const texts = say(profileTexts, form.view.locale);
  const fact = (label: string, value: string | null): Markup =>
    html`<dt>${label}</dt><dd>${value === null ? texts.noneSet : html`${value}`}</dd>`;
  const facts = html`${fact(texts.username, user.username)}${fact(texts.email, user.email)}`;
  const content = isManaged
    ? html`<p>${texts.managed}</p>
<dl>${nameFields.map(([, field]) => fact(texts[field], user[field]))}${facts}</dl>`
    : html`<p class="lead">${texts.nameLead}</p>
${nameForm(form, user)}
<dl>${facts}</dl>`;
  return html`<section aria-labelledby="profile-title">
<h2 id="profile-title">${texts.nameTitle}</h2>
${content}
</section>`;
}

function nameForm(form: AccountForm, user: ShownProfile): Markup {
  const texts = say(profileTexts, form.view.locale);
  const problems = problemsOf(form);
  const typed = form.problem?.typed;
  return accountForm(
    form,
    'profile',
    html`${hiddenField('version', String(user.version))}
${nameFields.map(([name, field, autocomplete]) =>
  textField({
    name,
    label: texts[field],
    value: typed?.[name] ?? user[field] ?? '',
    autocomplete,
    error: errorsAt(problems, name),
    required: false,
    maxlength: 256,
  }),
)}
<button type="submit">${texts.save}</button>`,
  );
}
