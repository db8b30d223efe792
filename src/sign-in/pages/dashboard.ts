import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout, textField } from '../../platform/pages/layout.ts';
import type { PageView } from '../../platform/pages/view.ts';
import { dashboardTexts } from './messages/dashboard.ts';

/** An organization that the browser has a session of. */
interface OpenedOrganization {
  name: string;
  /** Null if the session is one of the test tenant. */
  liveOrgId: string | null;
  testOrgId: string;
}

/** The request for the page. */
interface Asked {
  pathOf: (orgId: string) => string;
  kept: Readonly<Record<string, string>>;
  /** Whether the browser is on the machine of the service, where its operator is. */
  isAtThisMachine: boolean;
}

/** Asks for the organization of the dashboard: one that this browser has a session of, or any by its id. */
export function chooseOrganizationPage(
  view: PageView,
  opened: readonly OpenedOrganization[],
  { pathOf, kept, isAtThisMachine }: Asked,
): Markup {
  const texts = say(dashboardTexts, view.locale);
  const link = ({ name, liveOrgId, testOrgId }: OpenedOrganization) =>
    html`<li><a class="button quiet" href="${pathOf(liveOrgId ?? testOrgId)}">${name}${liveOrgId === null && html` · ${texts.test}`}</a></li>`;
  const field = textField({
    name: 'tenant',
    label: texts.id,
    hint: texts.hint,
    value: '',
    autocomplete: 'off',
    autofocus: opened.length === 0,
    maxlength: 100,
  });
  return layout(
    view,
    texts.title,
    html`<p class="lead">${texts.lead}</p>
${opened.length > 0 && html`<ul class="choices">${opened.map(link)}</ul><p class="or">${texts.or}</p>`}
<form method="get" action="/admin/sign-in">
${Object.entries(kept).map(([name, value]) => hiddenField(name, value))}
${field}<button type="submit">${texts.next}</button>
</form>
${opened.length === 0 && isAtThisMachine && html`<p class="after">${texts.operator}</p>`}`,
  );
}
