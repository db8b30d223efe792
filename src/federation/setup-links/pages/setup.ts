import { html, type Markup } from '../../../lib/markup.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import {
  errorSummary,
  errorsAt,
  type FieldError,
  hiddenField,
  layout,
  textField,
} from '../../../platform/pages/layout.ts';
import type { PageView } from '../../../platform/pages/view.ts';
import { type SetupProvider, setupProviders, type SetupStep, type SetupValue } from '../setup-providers.ts';
import { setupTexts } from './messages/setup.ts';

type Texts = ReturnType<typeof textsOf>;

const textsOf = ({ locale }: PageView) => say(setupTexts, locale);

/** The problem with a form, by the name of its text. */
export interface SetupProblem {
  text:
    | 'stale'
    | 'takenOver'
    | 'noRoom'
    | 'tooMuch'
    | 'notOfLink'
    | 'badIssuer'
    | 'badClientId'
    | 'badSecret'
    | 'noSecret'
    | 'badMetadata'
    | 'badFile'
    | 'badXml'
    | 'notUtf8'
    | 'metadataUnreachable';
  field?: 'issuer' | 'client_id' | 'client_secret' | MetadataField;
}

/** The fields that metadata may come in. */
export type MetadataField = 'metadata_url' | 'metadata_file' | 'metadata_xml';

/** The parts that every page of an open link is made of. */
export interface SetupForm {
  view: PageView;
  orgId: string;
  link: {
    id: string;
    connectionId: string | null;
    domains: readonly { domain: string; value: string; provedAt: string | null }[];
  };
  csrf: string;
  problem?: SetupProblem | undefined;
}

export const setupPath = (orgId: string, id: string): string => `/setup/${orgId}/${id}`;
const copyScript = '/ui/copy.js';

/** Shows what a link is for, and a button that opens it. */
export function setupStartPage(
  view: PageView,
  {
    action,
    csrf,
    domains,
    isStale,
  }: { action: string; csrf: string; domains: readonly string[]; isStale: boolean },
): Markup {
  const texts = textsOf(view);
  return layout(
    view,
    texts.startTitle,
    html`<p class="lead">${texts.start(view.branding.displayName)}</p>
${errorSummary(isStale ? [{ text: texts.stale }] : [])}
<p>${texts.startDomains}</p>
<ul>${domains.map((domain) => html`<li>${domain}</li>`)}</ul>
<p>${texts.startOnce}</p>
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit">${texts.open}</button>
</form>`,
    { failed: isStale },
  );
}

/** Gives no reason, so that a caller who guesses learns nothing. */
export function setupOverPage(view: PageView): Markup {
  const texts = textsOf(view);
  return layout(view, texts.overTitle, html`<p>${texts.over}</p>`, { failed: true });
}

/** Shows the identity providers to choose from. */
export function setupProvidersPage(form: SetupForm): Markup {
  const { view, orgId, link } = form;
  const texts = textsOf(view);
  const path = setupPath(orgId, link.id);
  const nameOf = ({ id, name }: SetupProvider): string => (id === 'generic' ? texts.other : name);
  return layout(
    view,
    texts.chooseTitle,
    html`<p class="lead wide">${texts.chooseLead(view.branding.displayName)}</p>
${errorSummary(errorsOf(form))}
<ul class="apps">${setupProviders.map(
      (one) =>
        html`<li><a class="app" href="${path}?provider=${one.id}"><span class="logo"><span class="initial" aria-hidden="true">${nameOf(one).slice(0, 1)}</span></span><span class="name">${nameOf(one)}</span></a></li>`,
    )}</ul>
${backLink(form)}`,
    { failed: form.problem !== undefined },
  );
}

/** The content of the form for the settings, always without a secret. */
export interface ConnectForm extends SetupForm {
  provider: SetupProvider;
  values: Readonly<Record<SetupValue, string>>;
  protocol: 'OIDC' | 'SAML';
  /** Whether the holder may choose the other protocol. */
  isFree: boolean;
  entered: { issuer: string; clientId: string; metadataUrl: string };
  hasSecret: boolean;
}

/** Shows the steps at an identity provider, and asks for its settings. */
export function setupConnectPage(form: ConnectForm): Markup {
  const { view, orgId, link, provider, protocol, isFree, problem } = form;
  const steps = protocol === 'SAML' ? provider.saml : provider.oidc;
  const texts = textsOf(view);
  const name = provider.id === 'generic' ? texts.other : provider.name;
  const errors = errorsOf(form);
  const path = setupPath(orgId, link.id);
  return layout(
    view,
    texts.connectTitle(name),
    html`<div class="wide setup">
<p class="lead">${texts.connectLead(name)}</p>
${errorSummary(errors)}
<section aria-labelledby="steps-title">
<h2 id="steps-title">${texts.stepsTitle}</h2>
<ol class="steps">${steps.map((step, n) => html`<li>${stepOf(step, n, form, texts)}</li>`)}</ol>
</section>
<section aria-labelledby="form-title">
<h2 id="form-title">${texts.formTitle}</h2>
${protocol === 'SAML' ? samlForm(form) : oidcForm(form)}
${isFree && html`<p class="after"><a href="${path}?provider=${provider.id}&protocol=${protocol === 'SAML' ? 'OIDC' : 'SAML'}">${protocol === 'SAML' ? texts.useOidc : texts.useSaml}</a></p>`}
<p class="after"><a href="${path}?provider=">${texts.anotherProvider}</a></p>
${backLink(form)}
</section>
</div>`,
    { failed: problem !== undefined, scripts: [copyScript] },
  );
}

function oidcForm(form: ConnectForm): Markup {
  const { view, orgId, link, csrf, provider, entered, hasSecret } = form;
  const texts = textsOf(view);
  const at = (field: string): string | undefined => errorsAt(errorsOf(form), field);
  return html`<form method="post" action="${setupPath(orgId, link.id)}/connection">
${hiddenField('csrf', csrf)}
${hiddenField('provider', provider.id)}
${textField({ name: 'issuer', label: texts.issuer, hint: texts.issuerHint(provider.issuer), value: entered.issuer, error: at('issuer'), maxlength: 2048, autocomplete: 'off' })}
${textField({ name: 'client_id', label: texts.clientId, value: entered.clientId, error: at('client_id'), maxlength: 255, autocomplete: 'off' })}
${textField({ name: 'client_secret', type: 'password', label: texts.clientSecret, hint: hasSecret ? texts.secretKept : texts.secretHint, error: at('client_secret'), required: !hasSecret, maxlength: 2048, autocomplete: 'off' })}
<button type="submit">${texts.save}</button>
</form>`;
}

function samlForm(form: ConnectForm): Markup {
  const { view, orgId, link, csrf, provider, entered } = form;
  const texts = textsOf(view);
  const at = (field: MetadataField): string | undefined => errorsAt(errorsOf(form), field);
  return html`<form method="post" action="${setupPath(orgId, link.id)}/saml" enctype="multipart/form-data">
${hiddenField('csrf', csrf)}
${hiddenField('provider', provider.id)}
${textField({ name: 'metadata_url', label: texts.metadataUrl, value: entered.metadataUrl, error: at('metadata_url'), required: false, maxlength: 2048, autocomplete: 'off' })}
${metadataPart('metadata_file', { label: texts.metadataFile, error: at('metadata_file') })}
${metadataPart('metadata_xml', { label: texts.metadataXml, error: at('metadata_xml') })}
<button type="submit">${texts.save}</button>
</form>`;
}

/** A file with metadata, or a text area to paste it into. Browsers show neither again after an error. */
function metadataPart(
  name: 'metadata_file' | 'metadata_xml',
  { label, error }: { label: string; error: string | undefined },
): Markup {
  const state = html`${error && html` aria-describedby="${name}-error" aria-invalid="true" autofocus`}`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${
  name === 'metadata_file'
    ? html`<input id="${name}" name="${name}" type="file" accept=".xml,application/xml,text/xml"${state}>`
    : html`<textarea id="${name}" name="${name}" rows="6" maxlength="200000" spellcheck="false"${state}></textarea>`
}
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** Leads back to the overview, if there is a connection. */
const backLink = ({ view, orgId, link }: SetupForm): Markup | null =>
  link.connectionId === null
    ? null
    : html`<p class="after"><a href="${setupPath(orgId, link.id)}">${textsOf(view).back}</a></p>`;

const bringing = {
  issuer: 'bringIssuer',
  clientId: 'bringClientId',
  clientSecret: 'bringClientSecret',
  clientIdAndSecret: 'bringClientIdAndSecret',
  metadata: 'bringMetadata',
} as const;

/** The names of menus and fields are in English, as in the consoles of most administrators. */
function stepOf(step: SetupStep, n: number, { values }: ConnectForm, texts: Texts): Markup {
  if ('enter' in step)
    return html`${texts.stepEnter} ${named(step.as)}
${copyField(`step-${n}`, texts[step.enter], values[step.enter], texts)}`;
  if ('save' in step)
    return html`${texts.stepSave}
${copyField(`step-${n}`, texts[step.save], values[step.save], texts)}`;
  if ('run' in step)
    return html`${texts.stepRun}
${copyField(`step-${n}`, 'PowerShell', step.run, texts)}`;
  if ('go' in step) return html`${texts.stepGo} ${named(step.go)}`;
  if ('choose' in step) return html`${texts.stepChoose} ${named(step.choose)}`;
  if ('assign' in step) return html`${texts.stepAssign} ${named(step.assign)}`;
  return html`${texts[bringing[step.bring]]} ${named(step.from)}`;
}

const named = (text: string): Markup => html`<strong lang="en">${text}</strong>`;

/** A value to copy. It can be selected without scripts. */
export const copyField = (id: string, label: string, value: string, texts: Texts): Markup =>
  html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" type="text" value="${value}" readonly data-copy="${texts.copy}" data-copied="${texts.copied}">
</div>`;

/** Returns the errors of a form in words. */
export function errorsOf({ view, problem }: SetupForm): FieldError[] {
  if (!problem) return [];
  const { text, field } = problem;
  const texts = textsOf(view);
  const words =
    text === 'takenOver' || text === 'noRoom' ? texts[text](view.branding.displayName) : texts[text];
  return [{ text: words, ...(field === undefined ? {} : { field }) }];
}

/** Shows that the set-up is finished, and what comes next. */
export function setupFinishedPage(view: PageView): Markup {
  const texts = textsOf(view);
  return layout(view, texts.finishedTitle, html`<p>${texts.finished(view.branding.displayName)}</p>`);
}
