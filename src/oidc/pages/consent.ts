import { isCommandLine } from '../../lib/command-line-id.ts';
import type { Granted } from '../granted.ts';
import type { ScopeInWords } from '../oidc-scopes.ts';
import type { ResourceInWords, ResourcesInWords } from '../resources-in-words.ts';
import { html, type Markup } from '../../lib/markup.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { hiddenField, layout } from '../../platform/pages/layout.ts';
import { clientHeader, hostOf } from './client.ts';
import { strangerNotice } from './stranger.ts';
import { documentHostOf, isStranger } from '../strangers.ts';
import type { ShownClient } from '../engine/parts.ts';
import { type HeldClaims, heldValue, heldValues } from './held-values.ts';
import { type OidcTexts, oidcTexts } from './messages/oidc.ts';
import type { PageView } from '../../platform/pages/view.ts';

interface Consent extends Granted {
  action: string;
  csrf: string;
  client: ShownClient;
  clientId: string;
  /** Where the user is sent with the answer. */
  redirectUri: string | undefined;
  /** Who is asked. */
  person: { displayName: string | null; username: string };
  /** All claims about the user, with their values now. */
  held: HeldClaims;
  words: GrantWords;
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

/** The custom scopes as users read them, by name. */
type ScopesInWords = ReadonlyMap<string, ScopeInWords>;

/** The words for what an application gets. */
export interface GrantWords {
  scopes: ScopesInWords;
  resources: ResourcesInWords;
}

/** Returns the rights that an application gets, in texts for users. */
export function inWords(
  locale: PageView['locale'],
  granted: Granted & { clientId: string },
  words: GrantWords,
): string[] {
  return rightsOf(locale, granted, words).map(({ text }) => text);
}

/** A right in words, and the scope that gives it. */
interface Right {
  text: string;
  scope?: string;
  /** A single claim that was asked for. */
  claim?: string;
  hints?: (string | null)[];
}

function rightsOf(
  locale: PageView['locale'],
  { scopes, claims, resources, clientId }: Granted & { clientId: string },
  words: GrantWords,
): Right[] {
  const texts = say(oidcTexts, locale);
  return [
    ...scopes.map((scope) => ({
      scope,
      text: isKnown(scope) ? texts[known[scope]] : (words.scopes.get(scope)?.text ?? texts.scopeOther(scope)),
    })),
    ...claims.map((claim) => ({ claim, text: texts.claimOther(claim) })),
    ...resources.flatMap(({ resource, scopes: at }): Right[] => {
      if (isCommandLine(clientId)) return [{ text: inKeyward(texts, at) }];
      const known = words.resources(resource);
      return known ? rightsAt(texts, known, at) : [{ text: texts.resourceOther(resource, at.join(', ')) }];
    }),
  ];
}

/** The rights of an application at one resource of the tenant. */
function rightsAt(
  texts: OidcTexts,
  { name, place, scopes }: ResourceInWords,
  granted: readonly string[],
): Right[] {
  if (granted.length === 0) return [{ text: texts.resourceAlone(name), hints: [place] }];
  return granted.map((scope) => {
    const { text = scope, description = null } = scopes.get(scope) ?? {};
    return { text: texts.resourceScope(text, name), hints: [description, place] };
  });
}

/** The command line uses Keyward alone, whose address says nothing to users. */
const inKeyward = (texts: OidcTexts, scopes: readonly string[]): string =>
  scopes.includes('*') ? texts.apiAll : texts.apiSome(scopes.join(', '));

/** Asks whether a client may have what it asks for. */
export function consentPage(view: PageView, consent: Consent): Markup {
  const { action, csrf, client, person, held, words } = consent;
  const texts = say(oidcTexts, view.locale);
  const hintsOf = ({ scope, claim, hints }: Right): (string | null | undefined)[] => {
    if (hints) return hints;
    if (claim !== undefined) return [heldValue(view.locale, claim, held)];
    if (scope === undefined) return [];
    const own = words.scopes.get(scope);
    const claims = own?.claims.map((one) => one.claim);
    return [own?.description, heldValues(view.locale, scope, held, claims)];
  };
  const host = hostOf(consent.redirectUri);
  const right = (one: Right): Markup =>
    html`<li>${one.text}${hintsOf(one).map((hint) => hint && html`<br><span class="hint">${hint}</span>`)}</li>`;
  return layout(
    view,
    texts.consentTitle(client.name),
    html`${clientHeader(client, documentHostOf(client.id) === undefined ? consent.redirectUri : client.id)}
<p class="lead">${texts.consentWho(person.displayName ?? person.username)}</p>
${strangerNotice(view, consent)}
<p>${consent.isMore ? texts.consentMore(client.name) : texts.consentIntro(client.name)}</p>
<ul>${rightsOf(view.locale, consent, words).map(right)}</ul>
${host !== undefined && !isStranger(client) && html`<p>${texts.consentBack(host)}</p>`}
<form method="post" action="${action}">
${hiddenField('csrf', csrf)}
<button type="submit" name="answer" value="allow">${texts.consentAllow}</button>
<button type="submit" name="answer" value="deny" class="quiet">${texts.consentDeny}</button>
</form>`,
  );
}
