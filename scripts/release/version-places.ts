// The files that hold the version of Keyward, and how it is read and written there.
import { readFileSync, writeFileSync } from 'node:fs';
import { readOwner } from './owner.ts';

/** A file that holds the version, once or several times. */
interface VersionPlace {
  file: string;
  /** The text around the version. The version is the group `version`. */
  pattern: RegExp;
  times: number;
}

/** The one place that decides. All other files follow it. */
export const source: VersionPlace = {
  file: 'openapi/openapi.yaml',
  pattern: /^ {2}version: (?<version>\S+)$/gm,
  times: 1,
};

const manifest = (file: string, name: string): VersionPlace => ({
  file,
  pattern: new RegExp(`"name": "${name}",\\n\\s+"version": "(?<version>[^"]+)"`, 'g'),
  times: file.endsWith('package-lock.json') ? 2 : 1,
});

const { owner } = readOwner();
/** A name of the owner as a part of a pattern. It has no other special character than dots (owner.ts). */
const exactly = (name: string): string => name.replaceAll('.', String.raw`\.`);
const scope = exactly(owner.npmScope);

/** The lock file of a quickstart has the packages of Keyward before they are published, so it has no checksum of them. */
const quickstart = (name: string): VersionPlace[] => [
  {
    file: `examples/${name}/package.json`,
    pattern: new RegExp(`"${scope}/(?:client|middleware)": "(?<version>[^"]+)"`, 'g'),
    times: 2,
  },
  {
    file: `examples/${name}/package-lock.json`,
    pattern: new RegExp(
      `"(?:node_modules/${scope}/\\w+": \\{\\n\\s+"version": "|${scope}/(?:client|middleware)": "\\^?)(?<version>\\d[^"]*)"`,
      'g',
    ),
    times: 5,
  },
];

const pythonExample = (name: string): VersionPlace => ({
  file: `examples/${name}/requirements.txt`,
  pattern: new RegExp(`^${exactly(owner.pythonName)}==(?<version>\\S+)$`, 'gm'),
  times: 1,
});

/** Files that `make version` writes. */
export const written: readonly VersionPlace[] = [
  source,
  manifest('package.json', 'keyward'),
  manifest('package-lock.json', 'keyward'),
  manifest('clients/action/package.json', '@keyward/action'),
  manifest('clients/cli/package.json', '@keyward/cli'),
  manifest('clients/middleware/package.json', '@keyward/middleware'),
  {
    file: 'clients/middleware/package.json',
    pattern: /"@keyward\/client": "\^(?<version>[^"]+)"/g,
    times: 1,
  },
  manifest('clients/typescript/package.json', '@keyward/client'),
  manifest('clients/typescript/package-lock.json', '@keyward/client'),
  manifest('dashboard/package.json', '@keyward/dashboard'),
  manifest('dashboard/package-lock.json', '@keyward/dashboard'),
  {
    file: 'deploy/helm/keyward/Chart.yaml',
    pattern: /^(?:version|appVersion): (?<version>\S+)$/gm,
    times: 2,
  },
  ...['fastapi', 'mcp-server-python'].map(pythonExample),
  {
    file: 'openapi/paths/service.yaml',
    pattern: /title: Keyward, version: (?<version>[^ ,}]+)/g,
    times: 1,
  },
  {
    file: 'openapi/components/schemas/service.yaml',
    pattern: /example: \{ status: ok, version: (?<version>[^ ,}]+)/g,
    times: 1,
  },
  {
    file: 'clients/typescript/README.md',
    pattern: /keyward-client-(?<version>\d[\d.]*\d)\.tgz/g,
    times: 1,
  },
  {
    file: 'docs/middleware.md',
    pattern: /keyward-(?:client|middleware)-(?<version>\d[\d.]*\d)\.tgz/g,
    times: 2,
  },
  {
    file: 'clients/middleware/README.md',
    pattern: /keyward-\{client,middleware\}-(?<version>\d[\d.]*\d)\.tgz/g,
    times: 1,
  },
  {
    file: 'docs/quickstarts.md',
    pattern: /keyward-(?:client|middleware)-(?<version>\d[\d.]*\d)\.tgz/g,
    times: 2,
  },
  ...['express', 'mcp-server', 'mobile', 'nextjs', 'react-spa'].flatMap(quickstart),
  { file: 'docs/webhooks.md', pattern: /keyward-client-(?<version>\d[\d.]*\d)\.tgz/g, times: 1 },
];

/** Files that `make generate` writes from the contract. */
export const generated: readonly VersionPlace[] = [
  {
    file: 'clients/go/version.gen.go',
    pattern: /^const Version = "(?<version>[^"]+)"$/gm,
    times: 1,
  },
  {
    file: 'generated/openapi.yaml',
    pattern: /^info:\n {2}title: Keyward\n(?: {2}.*\n)*? {2}version: (?<version>\S+)$/gm,
    times: 1,
  },
  {
    file: 'clients/typescript/src/generated/version.ts',
    pattern: /^export const version = '(?<version>[^']+)';$/gm,
    times: 1,
  },
  {
    file: 'clients/python/src/keyward_client/_generated/__init__.py',
    pattern: /^__version__ = "(?<version>[^"]+)"$/gm,
    times: 1,
  },
];

const isVersion = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/;

/** Returns the same version, such as `1.0.0`. @throws if registries would read it in different ways, as they do with `1.0.0-rc.1` */
export function checkVersion(version: string): string {
  if (isVersion.test(version)) return version;
  throw new Error(
    `"${version}" is not a version. Give three numbers, such as VERSION=1.0.0: npm and Python write others in different ways.`,
  );
}

/** Returns the versions that a file holds. @throws if it holds more or fewer than it should */
export function versionsIn({ file, pattern, times }: VersionPlace): string[] {
  const found = Array.from(
    readFileSync(file, 'utf8').matchAll(pattern),
    ({ groups }) => groups?.['version'] ?? '',
  );
  if (found.length === times) return found;
  throw new Error(
    `${file} holds ${found.length} versions, and not ${times}: see scripts/release/version-places.ts`,
  );
}

/** Returns the version of the tree. */
export const treeVersion = (): string => checkVersion(versionsIn(source)[0] ?? '');

/** Returns a line for each file with another version. */
export const otherVersions = (version: string): string[] =>
  [...written, ...generated].flatMap((place) => {
    const others = versionsIn(place).filter((one) => one !== version);
    return others.length > 0 ? [`${place.file} has ${[...new Set(others)].join(' and ')}`] : [];
  });

/** Writes a version into each file that `make generate` does not write. */
export function writeVersion(version: string): void {
  for (const place of written) {
    versionsIn(place);
    const text = readFileSync(place.file, 'utf8');
    const changed = text.replace(place.pattern, (whole, old: string) => whole.replace(old, version));
    if (changed !== text) writeFileSync(place.file, changed);
  }
}
