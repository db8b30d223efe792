import { type Account, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { multiFactor } from './acr.ts';
import { settingsOf } from './clients.ts';
import { showsLogin } from './sessions.ts';

const { Check, Prompt, base } = interactionPolicy;

/** A person, with what decides whether they may use a client. */
export interface PersonAccount extends Account {
  groupIds: readonly string[];
}

/** Whether a client is open to somebody (`allowedGroups`). */
export const mayUse = (
  groups: readonly string[] | null,
  { groupIds }: Pick<PersonAccount, 'groupIds'>,
): boolean => groups === null || groups.some((group) => groupIds.includes(group));

const signedIn = ({ oidc }: KoaContextWithOIDC): boolean => oidc.result?.login !== undefined;

/**
 * When somebody is asked for something before a client gets its answer: the engine's own reasons (no login, `prompt`,
 * `max_age`, consent), and ours. A second factor is a prompt of its own, `mfa`, so that conditional access can ask for it.
 */
export function promptPolicy(): interactionPolicy.DefaultPolicy {
  const policy = base();
  // The account of a login that no longer holds: suspended between two requests.
  policy
    .get('login')
    ?.checks.add(
      new Check(
        'no_account',
        'End-User authentication is required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  policy
    .get('login')
    ?.checks.add(
      new Check('another_browser', 'End-User authentication is required', (ctx) => !showsLogin(ctx)),
    );
  policy.add(
    new Prompt(
      { name: 'mfa', requestable: false },
      // `acr_values` is a wish (OpenID Connect Core section 5.5.1.1): who has signed in once for it is not asked again.
      new Check('second_factor', 'a second factor is required', 'interaction_required', (ctx) => {
        const { oidc } = ctx;
        const values = oidc.params?.['acr_values'];
        const wished = typeof values === 'string' ? values.split(' ') : [];
        return (
          wished[0] === multiFactor && oidc.acr !== multiFactor && !signedIn(ctx) && !oidc.result?.['mfa']
        );
      }),
    ),
    1,
  );
  // Last, so that only who has signed in learns it.
  policy.add(
    new Prompt(
      { name: 'access', requestable: false },
      new Check('not_allowed', 'the person may not use this client', 'access_denied', ({ oidc }) => {
        const { client, account } = oidc;
        if (client && account && !mayUse(settingsOf(client).allowedGroups, account as PersonAccount))
          throw new errors.AccessDenied(undefined, 'the person may not use this client');
        return false;
      }),
    ),
    2,
  );
  return policy;
}
