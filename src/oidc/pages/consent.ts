import type { AccountClaims } from 'oidc-provider';
import type { Granted } from '../granted.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import { clientHeader } from './client.ts';
import type { PageApplication } from '../../platform/pages/application.ts';
import { heldValues } from './held-values.ts';
import { oidcTexts } from './messages/oidc.ts';
import type { PageView } from '../../platform/pages/view.ts';

interface Consent extends Granted {
  action: string;
  csrf: string;
  client: PageApplication;
  /** Where the user is sent with the answer. */
  redirectUri: string | undefined;
  /** Who is asked. */
  person: { displayName: string | null; username: string };
  /** All claims about the user, with their values now. */
  held: AccountClaims;
  scopeNames: ScopeNames;
  /** Whether the client has other things already. */
  isMore: boolean;
}

const known = {
  openid: 'scopeOpenid',
  profile: 'scopeProfile',
  email: 'scopeEmail',
  address: 'scopeAddress',
  phone: 'scopePhone',
  groups: 'scopeGroups',
  offline_access: 'scopeOffline',
} as const;

const isKnown = (scope: string): scope is keyof typeof known => Object.hasOwn(known, scope);

/** The names of custom scopes for users, by scope. A scope without one has its own name. */
export type ScopeNames = ReadonlyMap<string, string>;

/** Returns the rights that an application gets, in texts for users. */
export function inWords(locale: PageView['locale'], granted: Granted, named: ScopeNames): string[] {
  return rightsOf(locale, granted, named).map(({ text }) => text);
}

/** A right in words, and the scope that gives it. */
interface Right {
  text: string;
  scope?: string;
}

function rightsOf(
  locale: PageView['locale'],
  { scopes, claims, resources }: Granted,
  named: ScopeNames,
): Right[] {
  const texts = say(oidcTexts, locale);
  const nameOf = (scope: string): string => named.get(scope) ?? scope;
  return [
    ...scopes.map((scope) => ({
      scope,
      text: isKnown(scope) ? texts[known[scope]] : texts.scopeOther(nameOf(scope)),
    })),
    ...claims.map((claim) => ({ text: texts.claimOther(claim) })),
    ...resources.map(({ resource, scopes: at }) => ({
      text: texts.resourceOther(resource, at.map(nameOf).join(', ')),
    })),
  ];
}

/** Asks whether a client may have what it asks for. */
export function consentPage(view: PageView, consent: Consent): Markup {
  const { action, csrf, client, person, held, scopeNames } = consent;
  const texts = say(oidcTexts, view.locale);
  const right = ({ text, scope }: Right): Markup => {
    const values = scope === undefined ? undefined : heldValues(view.locale, scope, held);
    return html`<li>${text}${values !== undefined && html`<br><span class="hint">${values}</span>`}</li>`;
  };
  return layout(
    view,
    texts.consentTitle(client.name),
    html`${clientHeader(client, consent.redirectUri)}
<p class="lead">${texts.consentWho(person.displayName ?? person.username)}</p>
<p>${consent.isMore ? texts.consentMore(client.name) : texts.consentIntro(client.name)}</p>
<ul>${rightsOf(view.locale, consent, scopeNames).map(right)}</ul>
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit" name="answer" value="allow">${texts.consentAllow}</button>
<button type="submit" name="answer" value="deny" class="quiet">${texts.consentDeny}</button>
</form>`,
  );
}
