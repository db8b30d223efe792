/** Who sent a request. An API key and an access token give the same fields. */
export interface KeywardCaller {
  kind: 'API_KEY' | 'ACCESS_TOKEN';
  /** The identity that owns the key, or the subject of the token. */
  identity: {
    /** `idn_…` for a key; the `sub` of a token. */
    id: string;
    /** Null for a token. */
    name: string | null;
    /** The type of the identity, such as `CI_CD`; `USER` or `CLIENT` for a token. */
    type: string;
    /** Empty for a token. */
    tags: string[];
    /** Null for a token. */
    riskScore: number | null;
  };
  credential: {
    /** `cred_…` for a key; the `jti` of a token, which may have none. */
    id: string | null;
    /** Null for a token. */
    name: string | null;
    scopes: string[];
    expiresAt: string | null;
    /** The OAuth client that got the token; null for a key. */
    clientId: string | null;
    /** Whether a rotation replaced this key, and its holder should take the new one. */
    gracePeriod: boolean;
  };
  limits: {
    /** Uses that the key has left; null if it has no cap, and for a token. */
    remainingUses: number | null;
  };
}
