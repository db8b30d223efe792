/** Returns a name of the contract, such as `oidc-clients`, as an exported name of Go. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns a name of the contract as the name of a type. oapi-codegen writes these words as Go does, such as `AcsURL`. */
export const typeName = (name: string): string =>
  pascal(name).replaceAll(/(?:Api|Html|Http|Id|Ip|Json|Ttl|Uri|Url|Xml)(?![a-z])/g, (word) =>
    word.toUpperCase(),
  );
