import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { layout } from '../../platform/pages/layout.ts';
import { startTexts } from './messages/start.ts';
import type { PageView } from '../../platform/pages/view.ts';

/** Links of the start page, for every caller. */
export const startLinks = {
  dashboard: '/admin',
  reference: '/docs',
  openapi: '/api/v1/openapi.json',
  openapiYaml: '/api/v1/openapi.yaml',
  health: '/health/ready',
} as const;

/** The content that only a developer at the machine of the service sees. */
export interface AtTheMachine {
  /** The organization that the first start made; undefined if there is none. */
  organization: { orgId: string; name: string } | undefined;
  /** Whether mails are kept at /dev/mail. */
  hasMails: boolean;
}

/** The page at the root: what this server is, and where to go on. */
export function startPage(view: PageView, atTheMachine: AtTheMachine | undefined): Markup {
  const texts = say(startTexts, view.locale);
  const { dashboard, reference, openapi, openapiYaml, health } = startLinks;
  const link = (path: string, name: string, hint: string) =>
    html`<li><a href="${path}">${name}</a><br>${hint}</li>`;
  return layout(
    view,
    texts.title,
    html`<p>${texts.about}</p>
${!atTheMachine && html`<p>${texts.elsewhere}</p>`}
<h2>${texts.links}</h2>
<ul>
${link(dashboard, texts.dashboard, texts.dashboardHint)}
${link(reference, texts.reference, texts.referenceHint)}
<li>${texts.document}<br><a href="${openapiYaml}">YAML</a> · <a href="${openapi}">JSON</a></li>
${link(health, texts.health, texts.healthHint)}
</ul>
${atTheMachine && developerLinks(view, atTheMachine)}`,
  );
}

function developerLinks({ locale }: PageView, { organization, hasMails }: AtTheMachine): Markup | null {
  const texts = say(startTexts, locale);
  if (!organization && !hasMails) return null;
  return html`<h2>${texts.here}</h2>
<ul>
${organization && html`<li><a href="/account/${encodeURIComponent(organization.orgId)}">${texts.account}</a><br>${texts.accountHint(organization.name)}</li>`}
${hasMails && html`<li><a href="/dev/mail">${texts.mails}</a><br>${texts.mailsHint}</li>`}
</ul>`;
}
