// Reads release.json: the names that only the owner of a distribution knows. A placeholder stands for a name that is missing.
import { existsSync, readFileSync } from 'node:fs';

/** The names under which a release is published. */
export interface Owner {
  /** The address of the repository, without `.git`. */
  repository: string;
  /** The scope of the packages of npm, such as `@keyward`. */
  npmScope: string;
  /** The name of the distribution on the Python index. The module stays `keyward_client`. */
  pythonName: string;
  /** The image without a tag, such as `ghcr.io/example/keyward`. */
  image: string;
  /** The repository of charts in a registry, such as `oci://ghcr.io/example/charts`. */
  charts: string;
  /** Where users report a vulnerability: `mailto:` or an address with https. */
  securityContact: string;
  /** The path of the Go module of the client: its folder in the repository, and from version 2 on the major version, such as `/v2`. */
  goModule: string;
}

const file = 'release.json';
const example = 'release.example.json';

const forms: Readonly<Record<keyof Owner, RegExp>> = {
  repository: /^https:\/\/[\w.-]+\/[\w./-]*[\w-]$/,
  npmScope: /^@[a-z0-9][a-z0-9._-]*$/,
  pythonName: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/,
  image: /^[a-z0-9.:-]+(?:\/[a-z0-9][a-z0-9._-]*)+$/,
  charts: /^oci:\/\/[a-z0-9.:-]+(?:\/[a-z0-9][a-z0-9._-]*)*$/,
  securityContact: /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/,
  goModule: /^[a-z0-9.-]+\/[\w./-]*clients\/go(?:\/v(?:[2-9]|[1-9]\d+))?$/,
};

/** Other fields of `release.json`, which `src/http/reference/release.ts` reads. */
const ofDocs = new Set(['sourceUrl', 'editUrl']);

const isField = (name: string): name is keyof Owner => Object.hasOwn(forms, name);

function read(from: string): Partial<Owner> {
  const facts = JSON.parse(readFileSync(from, 'utf8')) as Record<string, unknown>;
  for (const [name, value] of Object.entries(facts)) {
    if (ofDocs.has(name)) continue;
    if (!isField(name))
      throw new Error(`${from} has an unknown field: ${name}. ${example} shows the fields.`);
    if (typeof value !== 'string' || !forms[name].test(value))
      throw new Error(`${from}: ${name} must match ${forms[name].source}`);
  }
  return facts;
}

/** The names for a release, and those of them that stand for nothing yet. */
export interface OwnerFacts {
  owner: Owner;
  /** The fields that `release.json` does not say. */
  missing: (keyof Owner)[];
}

/** A reserved domain, and the account that the example has. */
const isPlaceholder = (value: string): boolean => /\bexample\b/.test(value);

/** Reads `release.json` of a folder. @throws if a field is unknown or malformed */
export function readOwner(folder = '.'): OwnerFacts {
  const said = existsSync(`${folder}/${file}`) ? read(`${folder}/${file}`) : {};
  const owner = { ...(read(`${folder}/${example}`) as Owner), ...said };
  const missing = Object.keys(forms)
    .filter(isField)
    .filter((name) => said[name] === undefined || isPlaceholder(said[name]));
  return { owner, missing };
}
