import type { Provider } from 'oidc-provider';
import { ThrownUnder } from '../../../failure.ts';
import { onBehalfOf } from '../../../platform/on-behalf.ts';
import type { SignedTokens } from '../access-tokens.ts';
import type { EngineParts, TenantSettings } from '../parts.ts';
import { defaultScopes } from '../requested-scopes.ts';
import { protocolScopes } from '../scopes.ts';
import { knownClients } from './clients.ts';
import { introspector } from './introspect.ts';
import { issuer } from './issue.ts';
import {
  headersForOrigin,
  type IntrospectionBody,
  type MachineAnswering,
  type TokenBody,
  type UserInfoBody,
} from './request.ts';
import { userInfoAnswerer } from './userinfo.ts';

/** Handlers of the most frequent requests of machines. The handlers answer without the layers of the engine. */
export interface MachineAnswers {
  token: MachineAnswering<TokenBody>;
  introspect: MachineAnswering<IntrospectionBody>;
  userInfo: MachineAnswering<UserInfoBody>;
}

/**
 * Makes the answers for one tenant in one version. They answer successes alone, with the same words, rows and checks as the
 * engine. They leave everything else to the engine, before they change anything.
 */
export function machineAnswers(
  provider: Provider,
  { orgId, scopes, blockedHosts }: Pick<TenantSettings, 'orgId' | 'scopes' | 'blockedHosts'>,
  {
    signed,
    parts,
  }: {
    signed: SignedTokens;
    parts: Pick<
      EngineParts,
      'pool' | 'sealer' | 'saveMachineToken' | 'answeredByOwn' | 'noteClient' | 'baseUrl'
    >;
  },
): MachineAnswers {
  const known = new Set([...protocolScopes, ...scopes.map(({ name }) => name)]);
  const clientOf = knownClients(provider, known, blockedHosts);
  const at = (path: string): string => new URL(`${provider.issuer}${path}`).href;
  const endpoint = { provider, clientOf, tokenUrl: at('/token') };
  const counted =
    <Body>(operation: keyof MachineAnswers, answering: MachineAnswering<Body>): MachineAnswering<Body> =>
    async (request) => {
      const answer = await onBehalfOf({ orgId, operation: 'OpenID Connect' }, () => answering(request)).catch(
        (error: unknown) => {
          throw new ThrownUnder(headersForOrigin(request.header('origin')), error);
        },
      );
      if (answer) parts.answeredByOwn?.(operation);
      return answer;
    };
  return {
    token: counted(
      'token',
      issuer({ ...endpoint, url: at('/token'), orgId, defaults: defaultScopes(scopes), signed, parts }),
    ),
    introspect: counted(
      'introspect',
      introspector({ ...endpoint, url: at('/introspect'), orgId, signed, parts }),
    ),
    userInfo: counted(
      'userInfo',
      userInfoAnswerer({ provider, clientOf, url: at('/userinfo'), orgId, scopes, signed, parts }),
    ),
  };
}
