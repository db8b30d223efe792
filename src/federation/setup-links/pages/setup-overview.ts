import { html, type Markup } from '../../../lib/markup.ts';
import { say } from '../../../platform/pages/catalogue.ts';
import { errorSummary, hiddenField, layout } from '../../../platform/pages/layout.ts';
import { challengeName } from '../../domains/domain-names.ts';
import { hasPassed, type ProviderCheck } from '../../connections/provider-probe.ts';
import type { SetupProofProblem } from '../setup-proof.ts';
import { setupTexts } from './messages/setup.ts';
import { copyField, errorsOf, type SetupForm, setupPath } from './setup.ts';

type SetupDomain = SetupForm['link']['domains'][number];

/** The result of the request that the holder has just sent. */
export interface SetupResult {
  /** The domain that was looked up, and why it is not proved. */
  proof?: { domain: string; problem: SetupProofProblem };
  test?: { checks: readonly ProviderCheck[] } | { unreachable: string };
}

/** The connection of a link, as its holder sees it. */
export interface OverviewForm extends SetupForm, SetupResult {
  connection: {
    type: 'OIDC' | 'SAML';
    issuer: string | null;
    clientId: string | null;
    idpEntityId: string | null;
    ssoUrl: string | null;
  };
  /** Whether the holder may still change the settings. */
  isDraft: boolean;
}

/** Shows how far the set-up is, and everything that is left to do. */
export function setupOverviewPage(form: OverviewForm): Markup {
  const { view, problem, proof, test } = form;
  const texts = say(setupTexts, view.locale);
  const hasFailed = test !== undefined && !hasPassed(test);
  return layout(
    view,
    texts.overviewTitle,
    html`<div class="wide setup">
<p class="lead">${texts.overviewLead(view.branding.displayName)}</p>
${errorSummary(errorsOf(form))}
${providerSection(form)}
${domainsSection(form)}
${testSection(form)}
${finishSection(form)}
</div>`,
    { failed: problem !== undefined || proof !== undefined || hasFailed, scripts: ['/ui/copy.js'] },
  );
}

function providerSection({ view, orgId, link, connection, isDraft }: OverviewForm): Markup {
  const texts = say(setupTexts, view.locale);
  return html`<section aria-labelledby="provider-title">
<h2 id="provider-title">${texts.providerTitle}</h2>
${
  connection.type === 'SAML'
    ? html`<dl><dt>${texts.idpEntityId}</dt><dd>${connection.idpEntityId}</dd><dt>${texts.ssoUrl}</dt><dd>${connection.ssoUrl}</dd></dl>`
    : html`<dl><dt>${texts.issuer}</dt><dd>${connection.issuer}</dd><dt>${texts.clientId}</dt><dd>${connection.clientId}</dd></dl>`
}
${
  isDraft
    ? html`<p><a class="button quiet" href="${setupPath(orgId, link.id)}?provider=generic">${texts.change}</a></p>`
    : html`<p class="hint">${texts.takenOver(view.branding.displayName)}</p>`
}
</section>`;
}

function domainsSection(form: OverviewForm): Markup {
  const { view, link } = form;
  const texts = say(setupTexts, view.locale);
  return html`<section aria-labelledby="domains-title">
<h2 id="domains-title">${texts.domainsTitle}</h2>
<p>${texts.domainsLead}</p>
${link.domains.map((domain, n) => domainPart(domain, n, form))}
</section>`;
}

function domainPart({ domain, value, provedAt }: SetupDomain, n: number, form: OverviewForm): Markup {
  const { view, orgId, link, csrf, proof } = form;
  const texts = say(setupTexts, view.locale);
  const problem = proof?.domain === domain ? proof.problem : undefined;
  return html`<div class="domain">
<h3>${domain} ${provedAt !== null ? html`<span class="tag">${texts.proved}</span>` : html`<span class="tag open">${texts.notProved}</span>`}</h3>
${
  provedAt === null &&
  html`${copyField(`name-${n}`, `${texts.recordName} (TXT)`, challengeName(domain), texts)}
${copyField(`value-${n}`, texts.recordValue, value, texts)}
${problem && html`<div class="errors" role="alert"><p>${texts[problem]}</p></div>`}
<form method="post" action="${setupPath(orgId, link.id)}/domain">
${hiddenField('csrf', csrf)}
${hiddenField('domain', domain)}
<button type="submit">${texts.check}<span class="unseen">: ${domain}</span></button>
</form>`
}
</div>`;
}

function testSection({ view, orgId, link, csrf, test }: OverviewForm): Markup {
  const texts = say(setupTexts, view.locale);
  const isGood = test !== undefined && hasPassed(test);
  return html`<section aria-labelledby="test-title">
<h2 id="test-title">${texts.testTitle}</h2>
<p>${texts.testLead}</p>
${
  test &&
  ('unreachable' in test
    ? html`<div class="errors" role="alert"><p>${texts.unreachable}</p><p lang="en">${test.unreachable}</p></div>`
    : html`<div class="${isGood ? 'notice' : 'errors'}" role="${isGood ? 'status' : 'alert'}"><p>${isGood ? texts.testOk : texts.testFailed}</p></div>
<ul class="rows">${test.checks.map(
        ({ name, ok, detail }) =>
          html`<li><div lang="en"><strong>${name}</strong><br>${detail}</div> <span class="tag${!ok && html` bad`}">${ok ? texts.passed : texts.failed}</span></li>`,
      )}</ul>`)
}
<form method="post" action="${setupPath(orgId, link.id)}/test">
${hiddenField('csrf', csrf)}
<button class="quiet" type="submit">${texts.test}</button>
</form>
</section>`;
}

function finishSection({ view, orgId, link, csrf }: OverviewForm): Markup {
  const texts = say(setupTexts, view.locale);
  return html`<section aria-labelledby="finish-title">
<h2 id="finish-title">${texts.finishTitle}</h2>
${link.domains.some(({ provedAt }) => provedAt === null) && html`<p>${texts.finishOpen}</p>`}
<p>${texts.finishLead}</p>
<form method="post" action="${setupPath(orgId, link.id)}/finish">
${hiddenField('csrf', csrf)}
<button type="submit">${texts.finish}</button>
</form>
</section>`;
}
