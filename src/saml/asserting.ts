import { randomBytes } from 'node:crypto';
import { pairwiseSaltIn } from '../oidc/sql/oidc-subjects.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { newMessageId } from '../saml-messages/build/parts.ts';
import type { AssertionContent } from '../saml-messages/build/response.ts';
import { nameIdFormats, statusCodes } from '../saml-messages/names.ts';
import type { NameId, Status } from '../saml-messages/read/header.ts';
import { mayUse } from '../platform/allowed-groups.ts';
import type { Tx } from '../platform/tx.ts';
import type { Login } from '../users/sessions/login-sessions.ts';
import type { AskedSignOn } from './asked-sign-on.ts';
import { attributesFor } from './attributes.ts';
import { classFor } from './authn-context.ts';
import type { ServiceProvider } from './entities/service-provider.ts';
import { qualified } from './qualified-name.ts';
import { formatFor, nameFor } from './name-ids.ts';
import { joinLogin } from './sql/saml-sessions.ts';
import type { SamlSubject } from './sql/saml-subjects.ts';

/** The service provider that an assertion is for, and what it asked for. */
export interface Asserting {
  provider: ServiceProvider;
  /** Our entity id. */
  issuer: string;
  asked: Pick<AskedSignOn, 'nameIdFormat' | 'classes' | 'subject'>;
}

/** A user with a login. */
export interface SignedIn {
  login: Login;
  user: SamlSubject;
}

/** An assertion, or the reason why there is none. */
export type Asserted = { assertion: AssertionContent } | { status: Status };

/** The entity ids that assertions are for. */
export const audiencesOf = ({
  entityId,
  audiences,
}: Pick<ServiceProvider, 'entityId' | 'audiences'>): string[] => [...new Set([entityId, ...audiences])];

export const refused = (subcode: string, code: string = statusCodes.responder): Status => ({ code, subcode });

/**
 * Asserts who is signed in, and lets the service provider take part in the login.
 * @returns undefined when the login ended a moment ago
 */
export async function assertionAbout(
  tx: Tx,
  { provider, issuer, asked }: Asserting,
  { login, user }: SignedIn,
): Promise<Asserted | undefined> {
  const { orgId, now } = tenancyOf(tx);
  const groupIds = user.groups.map(({ id }) => id);
  if (!mayUse(provider.allowedGroups, groupIds))
    return {
      status: { ...refused(statusCodes.requestDenied), message: 'The user may not use this application' },
    };
  const format = formatFor(provider, asked.nameIdFormat);
  const salt = await pairwiseSaltIn(tx, orgId, randomBytes(32));
  const value = format && nameFor(provider, format, user, salt);
  if (format === undefined || value === undefined)
    return { status: refused(statusCodes.invalidNameIdPolicy, statusCodes.requester) };
  const attributes = attributesFor(provider.attributeMappings, user);
  if (!attributes) return { status: refused(statusCodes.tooManyResponses) };
  const session = await joinLogin(tx, orgId, {
    loginId: login.id,
    serviceProviderId: provider.id,
    nameIdFormat: nameIdFormats[format],
    isTransient: format === 'transient',
    nameId: value,
    sessionIndex: newMessageId(),
    sessionTtl: provider.sessionTtl,
  });
  if (!session) return undefined;
  const named = { value: session.nameId, format: nameIdFormats[format] };
  const nameId = qualified(named, { issuer, entityId: provider.entityId });
  if (asked.subject && !isSameName(asked.subject, nameId))
    return { status: refused(statusCodes.unknownPrincipal) };
  const authnContextClass = classFor(login.amr, asked.classes);
  if (authnContextClass === undefined) throw new Error('a session that is too weak is asked for more');
  return {
    assertion: assertionOf(provider, now, {
      nameId,
      authTime: login.authTime,
      sessionIndex: session.sessionIndex,
      endsAt: session.endsAt,
      authnContextClass,
      attributes,
    }),
  };
}

/** The values of an assertion about a user and a session. */
interface Said
  extends Pick<AssertionContent, 'nameId' | 'sessionIndex' | 'authnContextClass' | 'attributes'> {
  authTime: Date;
  /** When the session at the service provider ends. */
  endsAt: Date;
}

/** Returns an assertion with an ID of its own, which is valid for `assertionTtl` from now. */
export const assertionOf = (
  provider: Pick<ServiceProvider, 'entityId' | 'audiences' | 'assertionTtl'>,
  now: Date,
  { authTime, endsAt, ...said }: Said,
): AssertionContent => ({
  ...said,
  id: newMessageId(),
  audiences: audiencesOf(provider),
  // Clocks of service providers run behind.
  notBefore: new Date(now.getTime() - 60_000),
  notOnOrAfter: new Date(now.getTime() + provider.assertionTtl * 1000),
  authnInstant: authTime,
  sessionNotOnOrAfter: endsAt,
});

/** An e-mail address is compared as people write it. A format that is not said may be any. */
function isSameName(wanted: Pick<NameId, 'value' | 'format'>, { value, format }: NameId): boolean {
  if (wanted.format !== format && wanted.format !== nameIdFormats.unspecified) return false;
  return format === nameIdFormats.emailAddress
    ? wanted.value.toLowerCase() === value.toLowerCase()
    : wanted.value === value;
}
