import { html, type Markup } from '../../lib/markup.ts';
import type { AccountForm } from '../../sign-in/pages/account.ts';
import { say } from '../../platform/pages/catalogue.ts';
import type { AgentHosts } from '../agent-hosts.ts';
import { applicationRow, type ShownApplication } from './applications.ts';
import type { GrantWords } from './consent.ts';
import { agentTexts } from './messages/agents.ts';

/** An agent that was let in, as the list shows it. */
export interface ShownAgent extends ShownApplication {
  hosts: AgentHosts;
  /** Whether an administrator has approved it. */
  isApproved: boolean;
}

/** Which agents were let in, who stands behind them, and for what; each can be shut out again. */
export function agentsSection(form: AccountForm, agents: readonly ShownAgent[], words: GrantWords): Markup {
  const texts = say(agentTexts, form.view.locale);
  return html`<section aria-labelledby="agents-title">
<h2 id="agents-title">${texts.title}</h2>
<p>${texts.unchecked}</p>
<ul class="rows">${agents.map((one) => applicationRow(form, one, words, factsOf(form, one)))}</ul>
<p class="hint">${texts.soon}</p>
</section>`;
}

/** Anybody can take the name of another company, but not its host. */
function factsOf({ view: { locale } }: AccountForm, { hosts, isApproved }: ShownAgent): string[] {
  const texts = say(agentTexts, locale);
  const { host, redirectHosts, loopbackOnly } = hosts;
  return [
    host === null ? texts.registered : texts.from(host),
    texts.back(loopbackOnly ? texts.local : redirectHosts.join(', ')),
    ...(isApproved ? [texts.approved] : []),
  ];
}
