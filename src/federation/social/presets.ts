import { type SocialProviderKind, socialProviderKinds } from './entities/social-provider.ts';

/**
 * The party that is trusted to say which user has an e-mail address. `claim`: the provider; `google`: Google, for the
 * addresses it hosts itself; `domains`: the provider, but only for domains that it is allowed and that the tenant has proved,
 * because anyone can run an issuer; `never`: the provider lets users enter any address (nOAuth).
 */
export type EmailTrust = 'claim' | 'google' | 'domains' | 'never';

interface AnyPreset {
  scopes: readonly string[];
  email: EmailTrust;
  /** Whether the tenant may, or must, name a server of its own. */
  ownIssuer: 'no' | 'may' | 'must';
  /** Whether it knows clients without a secret. */
  secretless?: true;
  /** The parameters that the provider does not know, and rejects or forgets. */
  without?: readonly ('nonce' | 'pkce')[];
}

export interface OidcPreset extends AnyPreset {
  flow: 'oidc';
  issuer: string | null;
  /** As Apple insists on where it is asked for a name or an address. */
  formPost?: true;
}

export interface OAuthEndpoints {
  issuer: string;
  authorization: string;
  token: string;
  /** Where accounts are read. */
  api: string;
}

export interface OAuthPreset extends AnyPreset {
  flow: 'oauth';
  /** @param own the tenant's own server, if it has one */
  endpoints: (own: string | null) => OAuthEndpoints;
  /** How its API tells whose token it is. */
  account: 'github' | 'facebook';
}

export type Preset = OidcPreset | OAuthPreset;

const openid = ['openid', 'profile', 'email'] as const;
const graph = 'https://graph.facebook.com/v23.0';

/** How each kind of provider is spoken to: two flows, and what is particular. */
export const presets: Readonly<Record<SocialProviderKind, Preset>> = {
  google: {
    flow: 'oidc',
    issuer: 'https://accounts.google.com',
    scopes: openid,
    email: 'google',
    ownIssuer: 'no',
  },
  microsoft: {
    flow: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: openid,
    email: 'never',
    ownIssuer: 'may',
  },
  apple: {
    flow: 'oidc',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'name', 'email'],
    email: 'claim',
    ownIssuer: 'no',
    formPost: true,
  },
  gitlab: {
    flow: 'oidc',
    issuer: 'https://gitlab.com',
    scopes: openid,
    email: 'claim',
    ownIssuer: 'may',
    secretless: true,
  },
  linkedin: {
    flow: 'oidc',
    issuer: 'https://www.linkedin.com/oauth',
    scopes: openid,
    email: 'claim',
    ownIssuer: 'no',
    without: ['nonce', 'pkce'],
  },
  oidc: { flow: 'oidc', issuer: null, scopes: openid, email: 'domains', ownIssuer: 'must', secretless: true },
  github: {
    flow: 'oauth',
    scopes: ['read:user', 'user:email'],
    email: 'claim',
    ownIssuer: 'may',
    account: 'github',
    endpoints: (own) => {
      const base = (own ?? 'https://github.com').replace(/\/$/, '');
      return {
        issuer: `${base}/login/oauth`,
        authorization: `${base}/login/oauth/authorize`,
        token: `${base}/login/oauth/access_token`,
        api: own === null ? 'https://api.github.com' : `${base}/api/v3`,
      };
    },
  },
  facebook: {
    flow: 'oauth',
    scopes: ['public_profile', 'email'],
    email: 'never',
    ownIssuer: 'no',
    account: 'facebook',
    endpoints: () => ({
      issuer: 'https://www.facebook.com',
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: `${graph}/oauth/access_token`,
      api: graph,
    }),
  },
};

/**
 * Returns which e-mail addresses of a provider are trusted. A server of the tenant's own counts as an issuer of its
 * own does.
 */
export function trustOf(kind: SocialProviderKind, issuer: string | null): EmailTrust {
  return issuer === null ? presets[kind].email : 'domains';
}

/** The kinds of providers that vouch for addresses of any domain by themselves, at their well-known issuer. */
export const vouchingKinds: readonly SocialProviderKind[] = socialProviderKinds.filter((kind) =>
  ['claim', 'google'].includes(presets[kind].email),
);
