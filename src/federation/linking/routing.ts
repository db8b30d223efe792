import { domainToASCII } from 'node:url';
import { domainOf } from '../../lib/email.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SignIn } from '../../sign-in/entities/sign-in.ts';
import type { RouteOfName } from '../../sign-in/sql/identify.ts';
import { connectionOfDomain, routeIn, type RoutedConnection } from './sql/routing.ts';

/** A domain name as it is stored: in lower case, with A-labels (RFC 5890). */
const stored = /^(?=.{3,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** Returns the domain as it is stored; undefined for a text that cannot be one. */
function domainAs(text: string): string | undefined {
  if (text.length > 253) return undefined;
  const domain = domainToASCII(text.trim());
  return stored.test(domain) ? domain : undefined;
}

/**
 * Finds the connection that a typed name leads to (home-realm discovery). Only the domain of the name decides, so that the
 * response does not tell whether a user exists. A domain that is not verified leads nowhere.
 */
export async function routeOf(tx: Tx, name: string): Promise<RoutedConnection | undefined> {
  return name.includes('@') ? routeOfDomain(tx, domainOf(name)) : undefined;
}

/** The same for a statement that reads more. */
export function routeOfName(name: string): RouteOfName {
  const domain = (name.includes('@') ? domainAs(domainOf(name)) : undefined) ?? null;
  return { column: (orgId) => routeIn(orgId, domain) };
}

async function routeOfDomain(tx: Tx, text: string): Promise<RoutedConnection | undefined> {
  const domain = domainAs(text);
  return domain === undefined ? undefined : connectionOfDomain(tx, tenancyOf(tx).orgId, domain);
}

/** Finds the connection that a hint of the application names. A hint only shows a button: links can have any hint. */
export async function hintedRoute(tx: Tx, { state }: SignIn): Promise<RoutedConnection | undefined> {
  const { domainHint, hint } = state;
  const named = typeof domainHint === 'string' ? await routeOfDomain(tx, domainHint) : undefined;
  return named ?? (typeof hint === 'string' ? routeOf(tx, hint) : undefined);
}

/** Returns the text that the user typed. A name that the application wrote into the field was not typed. */
export const typedName = ({ identifier, state }: SignIn): string | undefined =>
  identifier === null || identifier === state['hint'] ? undefined : identifier;
