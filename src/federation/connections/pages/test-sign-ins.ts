import { html, type Markup } from '../../../lib/markup.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { layout } from '../../../platform/pages/layout.ts';
import type { PageView } from '../../../platform/pages/view.ts';
import { around, type LinkForm } from '../../../sign-in/pages/link-form.ts';
import type { AccountPreview } from '../preview.ts';
import type { TestResult } from '../test-sign-ins.ts';
import { isVouchedFor } from '../../linking/vouched-email.ts';
import { testTexts } from './messages/test-sign-ins.ts';

type Texts = (typeof testTexts)['en'];

/** Asks whether to begin a test: what only opens links must not use them up. */
export function testSignInPage(form: LinkForm, name: string): Markup {
  const texts = say(testTexts, form.view.locale);
  const button = html`<p>${texts.shows}</p>
<button type="submit">${texts.continueWith(name)}</button>`;
  return around(form, texts.title(name), texts.lead, button);
}

/**
 * Shows what a test found. It names a user only if the account would have signed this user in: the page tells a stranger with the link
 * no more than a sign-in would (docs/decisions/0070-test-sign-ins.md).
 */
export function testResultPage(
  view: PageView,
  { connection, preview, failure, claims, reference }: TestResult,
): Markup {
  const texts = say(testTexts, view.locale);
  const { name } = connection;
  const facts: Fact[] = failure
    ? [
        [texts.code, html`<code>${failure.code}</code>`],
        [texts.step, html`<code>${failure.step}</code>`],
        // Reasons are for administrators, and have one language.
        [texts.reason, html`<span lang="en">${failure.reason}</span>`],
      ]
    : [[texts.user, user(texts, preview)]];
  return layout(
    view,
    failure ? texts.failedTitle : texts.workedTitle,
    html`<p class="lead">${texts[preview?.outcome ?? 'REFUSED'](name)}</p>
<p>${texts.nothing}</p>
${section('result', texts.result, [...facts, ...(preview ? account(texts, preview) : []), [texts.requestId, html`<code>${reference}</code>`]])}
${preview && section('fields', texts.fields, fields(preview), texts.noFields)}
${preview && failure === null && section('groups', texts.groups, groups(texts, preview), texts.noGroups)}
${
  preview &&
  section(
    'claims',
    texts.claims,
    claims.map((one): Fact => [one.name, html`${one.value ?? texts.hidden}`]),
    texts.noClaims,
  )
}`,
    { failed: failure !== null },
  );
}

type Fact = [label: string, value: Markup];

function section(id: string, title: string, facts: readonly Fact[], none = ''): Markup {
  const list = html`<dl>${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
  return html`<section aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${facts.length === 0 ? html`<p>${none}</p>` : list}
</section>`;
}

const user = (texts: Texts, preview: AccountPreview | null): Markup =>
  preview?.user
    ? html`${preview.user.name} (<code>${preview.user.id}</code>)`
    : html`${texts.newUser(preview?.email.address ?? '')}`;

function account(texts: Texts, { subject, email }: AccountPreview): Fact[] {
  const { address, standing, isDomainVerified } = email;
  const domain = isVouchedFor(email) && !isDomainVerified ? texts.domainNotVerified : '';
  return [
    [texts.subject, html`<code>${subject ?? '–'}</code>`],
    [texts.email, html`${address ?? '–'}<br>${texts[standing]}${domain && html` ${domain}`}`],
  ];
}

const fields = ({ profile }: AccountPreview): Fact[] => [
  ...Object.entries(profile.fields).map(([name, value]): Fact => [name, html`${value}`]),
  ...Object.entries(profile.attributes).map(
    ([name, value]): Fact => [
      `attributes.${name}`,
      html`${Array.isArray(value) ? value.join(', ') : String(value)}`,
    ],
  ),
];

const groups = (texts: Texts, preview: AccountPreview): Fact[] =>
  preview.groups.map(({ name, change }) => [name, html`${texts[change]}`]);
