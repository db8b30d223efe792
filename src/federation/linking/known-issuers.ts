/** The facts about an issuer that its documents do not say. */
export interface KnownIssuer {
  /** The tenant of Entra ID that the issuer is, if it is one. Its users are known by `tid` and `oid`. */
  entraTenant: string | undefined;
  /** Whether people of any company, or of none, have accounts there. */
  isShared: boolean;
  /** Whether the claim `hd` says which domain of a company an account belongs to. */
  saysHostedDomain: boolean;
}

/** The clouds of Entra ID, and the old address of all of them. */
const entra =
  /^https:\/\/(?:login\.microsoftonline\.(?:com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)\/([0-9a-f-]{36})(?:\/v2\.0|\/)?$/i;

/** The tenant of Entra ID that all personal accounts of Microsoft belong to. */
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
const google = 'https://accounts.google.com';
const shared: ReadonlySet<string> = new Set([
  google,
  'https://appleid.apple.com',
  'https://gitlab.com',
  'https://www.linkedin.com/oauth',
]);

export function knownIssuer(issuer: string): KnownIssuer {
  const entraTenant = entra.exec(issuer)?.[1]?.toLowerCase();
  return {
    entraTenant,
    isShared: shared.has(issuer) || entraTenant === personal,
    saysHostedDomain: issuer === google,
  };
}
