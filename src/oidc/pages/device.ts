import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { errorSummary, hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import { clientHeader } from './client.ts';
import type { PageApplication } from '../../platform/pages/application.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from '../../platform/pages/view.ts';

const errorTexts = {
  none: 'deviceNone',
  unknown: 'deviceUnknown',
  expired: 'deviceExpired',
  used: 'deviceUsed',
  aborted: 'deviceAborted',
  'too-many': 'deviceTooMany',
  failed: 'deviceFailed',
} as const;

/** The errors that another code corrects. */
const ofTheCode: readonly (keyof typeof errorTexts)[] = ['none', 'unknown', 'expired', 'used'];

interface DeviceForm {
  action: string;
  xsrf: string;
  userCode: string;
}

/** Asks for the code that a device shows; one that came in a link stands there, and is sent by the person. */
export function devicePage(
  view: PageView,
  { action, xsrf, userCode, error }: DeviceForm & { error: keyof typeof errorTexts | undefined },
): Markup {
  const texts = say(oidcTexts, view.locale);
  const isOfCode = error !== undefined && ofTheCode.includes(error);
  const wrong = error && { text: texts[errorTexts[error]], ...(isOfCode ? { field: 'user_code' } : {}) };
  return layout(
    view,
    texts.deviceTitle,
    html`${errorSummary(wrong ? [wrong] : [])}
<p>${texts.deviceIntro}</p>
<form method="post" action="${action}">
${hiddenField('xsrf', xsrf)}
${textField({
  name: 'user_code',
  label: texts.deviceField,
  hint: texts.deviceHint,
  value: userCode,
  autocomplete: 'off',
  error: isOfCode ? wrong?.text : undefined,
  maxlength: 16,
  autofocus: true,
})}
<button type="submit">${texts.deviceNext}</button>
</form>`,
    { failed: error !== undefined },
  );
}

interface Confirmation extends DeviceForm {
  client: PageApplication;
  place: { address: string; userAgent: string };
}

/**
 * Shows the client to be connected and its place. A user then does not connect a device of a stranger who sent the
 * code.
 */
export function deviceConfirmPage(view: PageView, confirmation: Confirmation): Markup {
  const { action, xsrf, userCode, client, place } = confirmation;
  const texts = say(oidcTexts, view.locale);
  return layout(
    view,
    texts.deviceConfirmTitle(client.name),
    html`${clientHeader(client)}
<p>${texts.deviceConfirmIntro}</p>
<p class="secret user-code"><strong>${userCode}</strong></p>
<p>${texts.deviceConfirmWarning}</p>
<dl><dt>${texts.deviceAddress}</dt><dd>${place.address}</dd>
<dt>${texts.deviceAgent}</dt><dd>${place.userAgent}</dd></dl>
<form method="post" action="${action}">
${hiddenField('xsrf', xsrf)}
${hiddenField('user_code', userCode)}
<button type="submit" name="confirm" value="yes">${texts.deviceConfirm}</button>
<button type="submit" name="abort" value="yes" class="quiet">${texts.deviceAbort}</button>
</form>`,
  );
}

export function deviceDonePage(view: PageView): Markup {
  const texts = say(oidcTexts, view.locale);
  return layout(view, texts.deviceDoneTitle, html`<p>${texts.deviceDone}</p>`);
}
