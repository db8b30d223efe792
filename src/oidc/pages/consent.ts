import type { Granted } from '../granted.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import { clientHeader } from './client.ts';
import type { PageApplication } from '../../platform/pages/application.ts';
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

/** Returns the rights that an application gets, in texts for users. */
export function inWords(locale: PageView['locale'], { scopes, claims, resources }: Granted): string[] {
  const texts = say(oidcTexts, locale);
  return [
    ...scopes.map((scope) => (isKnown(scope) ? texts[known[scope]] : texts.scopeOther(scope))),
    ...claims.map((claim) => texts.claimOther(claim)),
    ...resources.map(({ resource, scopes: at }) => texts.resourceOther(resource, at.join(', '))),
  ];
}

/** Asks whether a client may have what it asks for. */
export function consentPage(view: PageView, consent: Consent): Markup {
  const { action, csrf, client, person } = consent;
  const texts = say(oidcTexts, view.locale);
  return layout(
    view,
    texts.consentTitle(client.name),
    html`${clientHeader(client, consent.redirectUri)}
<p class="lead">${texts.consentWho(person.displayName ?? person.username)}</p>
<p>${consent.isMore ? texts.consentMore(client.name) : texts.consentIntro(client.name)}</p>
<ul>${inWords(view.locale, consent).map((one) => html`<li>${one}</li>`)}</ul>
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit" name="answer" value="allow">${texts.consentAllow}</button>
<button type="submit" name="answer" value="deny" class="quiet">${texts.consentDeny}</button>
</form>`,
  );
}
