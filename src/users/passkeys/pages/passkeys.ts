import { html, type Markup } from '../../../lib/markup.ts';
import { deviceOf } from '../../../lib/user-agent.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { errorSummary, hiddenField, layout, textField } from '../../../platform/pages/layout.ts';
import { passkeyTexts } from './messages/passkeys.ts';
import { passkeyScript } from './passkey-offer.ts';
import type { PageView } from '../../../platform/pages/view.ts';

/** A passkey as its person sees it. */
export interface ShownPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  deviceType: 'single' | 'multi';
  /** Whether it works at the address that people sign in at. */
  usable: boolean;
}

/** The names of the texts for a change that was made, and for the reasons why it was not. */
const passkeyNotices = ['added', 'renamed', 'removed'] as const;
const passkeyProblems = [
  'INVALID',
  'UNVERIFIED',
  'AUTHENTICATOR',
  'COUNTER',
  'EXPIRED',
  'TAKEN',
  'FULL',
  'LAST',
  'nameNeeded',
  'off',
  'ENFORCED',
  'LAST_OWNER',
] as const;

export type PasskeyOutcome = (typeof passkeyNotices)[number] | (typeof passkeyProblems)[number];

/** Returns the outcome that the address names; undefined for any other text. */
export const passkeyOutcomeOf = (text: string | undefined): PasskeyOutcome | undefined =>
  [...passkeyNotices, ...passkeyProblems].find((outcome) => outcome === text);

interface Listed {
  orgId: string;
  csrf: string;
  passkeys: readonly ShownPasskey[];
  /** Whether another one may be added. */
  addable: boolean;
  outcome: PasskeyOutcome | undefined;
  /** The `User-Agent` of the browser. */
  device: string | undefined;
}

/** Shows the passkeys of the signed-in user: add, rename, remove. */
export function passkeysPage(view: PageView, listed: Listed): Markup {
  const { csrf, passkeys, addable, outcome, device } = listed;
  const texts = say(passkeyTexts, view.locale);
  const account = `/account/${listed.orgId}`;
  const isNotice = passkeyNotices.some((notice) => notice === outcome);
  const problem = outcome !== undefined && !isNotice;
  return layout(
    view,
    texts.yours,
    html`<div class="wide">
${problem && errorSummary([{ text: texts[outcome] }])}
${isNotice && outcome && html`<div class="notice" role="status"><p>${texts[outcome]}</p></div>`}
<p>${texts.about}</p>
${passkeys.length === 0 ? html`<p>${texts.none}</p>` : html`<ul class="rows">${passkeys.map((one) => entry(view, account, csrf, one))}</ul>`}
${addable && adding(view, account, csrf, device)}
<p class="after"><a class="button quiet" href="${account}?section=security">${texts.back}</a></p>
</div>`,
    { scripts: [passkeyScript], failed: problem },
  );
}

function entry(
  { locale }: PageView,
  account: string,
  csrf: string,
  { id, name, createdAt, lastUsedAt, deviceType, usable }: ShownPasskey,
): Markup {
  const texts = say(passkeyTexts, locale);
  const day = (time: Date): string =>
    time.toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const facts = [
    texts.created(day(createdAt)),
    lastUsedAt ? texts.used(day(lastUsedAt)) : texts.neverUsed,
    ...(deviceType === 'multi' ? [texts.synced] : []),
    ...(usable ? [] : [texts.elsewhere]),
  ];
  const field = `name-${id}`;
  return html`<li>
<div><strong>${name}</strong><br><span class="hint">${facts.join(' · ')}</span></div>
<details>
<summary>${texts.rename}</summary>
<form method="post" action="${account}/passkeys/${id}/rename">
${hiddenField('csrf', csrf)}
<div class="field"><label for="${field}">${texts.name}</label>
<input id="${field}" name="name" type="text" value="${name}" maxlength="100" required autocomplete="off"></div>
<button type="submit" class="quiet">${texts.save}</button>
</form>
</details>
<form method="post" action="${account}/passkeys/${id}/remove">
${hiddenField('csrf', csrf)}
<button type="submit" class="danger" aria-label="${texts.removeOf(name)}">${texts.remove}</button>
</form>
</li>`;
}

function adding(view: PageView, account: string, csrf: string, device: string | undefined): Markup {
  const heading = html`<h2>${say(passkeyTexts, view.locale).add}</h2>`;
  const action = `${account}/passkeys`;
  return newPasskeyForm(view, { action, hidden: hiddenField('csrf', csrf), heading, device });
}

/** A form that makes a passkey, which its user names. */
export function newPasskeyForm(
  { locale }: PageView,
  { action, hidden, heading = null, error, device = '' }: NewPasskey,
): Markup {
  const texts = say(passkeyTexts, locale);
  const value = deviceOf(device) ?? '';
  const name = { name: 'name', label: texts.name, hint: texts.nameHint, value, error, maxlength: 100 };
  return html`<noscript><p>${texts.needsScript}</p></noscript>
<p data-passkey-missing hidden>${texts.notAble}</p>
<form method="post" action="${action}" data-passkey="create" data-options="${action}/options" data-failed="${texts.addFailed}" data-known="${texts.known}" hidden>
${heading}
<p class="errors" role="alert" data-passkey-error hidden></p>
${hidden}${hiddenField('credential', '')}
${textField({ ...name, autocomplete: 'off' })}
<button type="submit">${texts.add}</button>
</form>`;
}

interface NewPasskey {
  action: string;
  /** The fields that prove where the form belongs. */
  hidden: Markup;
  heading?: Markup | null;
  /** The reason why the name was refused. */
  error?: string | undefined;
  /** The `User-Agent` of the browser, which gives the passkey a name to begin with. */
  device?: string | undefined;
}

/** Shows the passkeys on the account page, and the way to them. */
export function passkeysSection(
  { view, orgId }: { view: PageView; orgId: string },
  names: readonly string[],
): Markup {
  const texts = say(passkeyTexts, view.locale);
  return html`<section aria-labelledby="passkeys-title">
<h2 id="passkeys-title">${texts.yours}</h2>
${names.length === 0 ? html`<p>${texts.none}</p>` : html`<ul class="rows">${names.map((name) => html`<li>${name}</li>`)}</ul>`}
<p><a class="button quiet" href="/account/${orgId}/passkeys">${texts.manage}</a></p>
</section>`;
}
