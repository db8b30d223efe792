import { noteUse } from '../credentials/sql/authenticate-keys.ts';
import { bytesReader } from './body/body-bytes.ts';
import { isWithProof } from './bearer.ts';
import { bodyWork } from './body/body-work.ts';
import { bucketsOf } from './admission/buckets.ts';
import type { Admission } from './admission/admission.ts';
import type { PresentedSecret } from '../credentials/presented-secret.ts';
import type { Gate } from './gate.ts';
import type { RequestContext } from './request-context.ts';
import { userCounter } from './user-admission.ts';
import { sessionOf, userAuthenticator, type UserAuthenticator } from './user-authentication.ts';
import { tokenWithoutProof, userTokenAuthenticator, userTokenOf } from './user-token-authentication.ts';
import { hasOperatorKey, isKnownOperator, operatorAuthenticator } from './operator-authentication.ts';
import { placesOfOperations } from './admission/places.ts';
import {
  hasScimToken,
  isKnownToken,
  scimAuthenticator,
  scimEffort,
  scimTokenCheck,
} from './scim-token-authentication.ts';
import { authenticator, isKnownKey, keyOf, keyReader } from './api-key-authentication.ts';
import { workEffort } from './admission/work-effort.ts';
import { knownBrowsers } from './admission/known-browsers.ts';
import { knownCallers } from './admission/known-callers.ts';
import { lookUps } from './admission/look-ups.ts';
import { tenantFinder } from './tenant-finder.ts';
import type { AppParts } from './app-parts.ts';
import type { Door } from './admission/door.ts';

/** Makes the parts of the process that checks use. @param judge throws where an answer breaks the contract; for tests */
export function openGate(parts: AppParts, entrance: Door, judge: Gate['judge']): Gate {
  const { config, contract, pool, patient } = parts;
  const effort = scimEffort(config);
  const [knownKeys, knownTokens, knownOperators] = [knownCallers(), knownCallers(), knownCallers()];
  const byKey = authenticator({ hot: pool, patient }, config, knownKeys);
  const users = userCounter(pool, config);
  const byCookie = userAuthenticator(parts, config, users);
  const byToken = userTokenAuthenticator(parts, config, users);
  const requireNoToken = tokenWithoutProof(parts.proofs);
  const readKey = keyReader(pool, config);
  /** @returns undefined if a request has no credential of a user */
  const userBy = (context: RequestContext): UserAuthenticator | undefined => {
    // The scheme of a token is told by its first character, so requests with keys do not pay for it.
    if (isWithProof(context.incoming)) return byToken;
    return sessionOf(context, parts.baseUrl()) === undefined ? undefined : byCookie;
  };
  const byKeyOrUser = (context: RequestContext, presented?: PresentedSecret): Promise<Admission> => {
    const user = userBy(context);
    if (user) return user.authenticate(context);
    if (!keyOf(context)) requireNoToken(context);
    return byKey(context, presented);
  };
  return {
    config,
    contract,
    buckets: bucketsOf(pool),
    isTenant: tenantFinder(pool),
    proofs: knownCallers(),
    browsers: knownBrowsers(pool, parts.baseUrl),
    baseUrl: parts.baseUrl,
    isClosed: parts.isClosed,
    authenticate: {
      apiKey: byKeyOrUser,
      scimToken: scimAuthenticator(pool, config, effort, knownTokens),
      operatorKey: operatorAuthenticator({ pool, baseUrl: parts.baseUrl }, config, knownOperators),
    },
    howKnown: (context) => {
      if (context.facts?.scheme === 'scimToken')
        return isKnownToken(context, knownTokens) ? 'known' : hasScimToken(context) ? 'possible' : 'none';
      if (context.facts?.scheme === 'operatorKey')
        return isKnownOperator(context, knownOperators)
          ? 'known'
          : hasOperatorKey(context)
            ? 'possible'
            : 'none';
      const user = userBy(context);
      if (user === byToken && userTokenOf(context) === undefined) return 'none';
      if (user) return user.isKnown(context) ? 'known' : 'possible';
      if (!keyOf(context)) return 'none';
      return isKnownKey(context, knownKeys) ? 'known' : 'possible';
    },
    readAgain: (context) => userBy(context)?.authenticate(context, false) ?? readKey(context),
    lookUps: { callers: lookUps(), proofs: lookUps() },
    recheck: scimTokenCheck(pool, effort),
    effort,
    work: workEffort(config),
    places: placesOfOperations(),
    readBytes: { known: bytesReader(), strange: bytesReader() },
    bodyWork: bodyWork(config.rateLimitPerMinute),
    door: entrance,
    policies: parts.policies,
    access: parts.access,
    noteUse: ({ orgId, credentialId }) => noteUse(pool, orgId, credentialId),
    ...(judge ? { judge } : {}),
  };
}
