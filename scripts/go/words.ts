import { pascal } from '../client-names.ts';

/** Returns a name of the contract as the name of a type. oapi-codegen writes these words as Go does, such as `AcsURL`. */
export const typeName = (name: string): string =>
  pascal(name).replaceAll(/(?:Api|Html|Http|Id|Ip|Json|Ttl|Uri|Url|Xml)(?![a-z])/g, (word) =>
    word.toUpperCase(),
  );
