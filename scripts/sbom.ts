// Writes a software bill of materials (CycloneDX) of what an image ships: the packages of npm, the packages that are compiled
// into the dashboard, and the packages of Debian.
// node scripts/sbom.ts FOLDER FILE [STATUS OF DPKG]
// With SOURCE_DATE_EPOCH, two bills of the same packages are equal.
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLeftOut, lockedPackages, shippedPackages } from './shipped-packages.ts';

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  cpe?: string;
  scope?: string;
  licenses?: unknown[];
}
interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/**
 * Asks npm for the bill of a folder. It reads the lock file alone, so nothing must be installed.
 * With `--omit=dev`, npm 11 also leaves out packages of production that a package of development needs too.
 */
const bomOf = (folder: string): Bom =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  ) as Bom;

const idOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/** Adds the name that Node.js has in databases of vulnerabilities. */
const named = (component: Component): Component =>
  component.name.startsWith('node-linux-')
    ? { ...component, cpe: `cpe:2.3:a:nodejs:node.js:${component.version}:*:*:*:*:*:*:*` }
    : component;

/** Reads the installed packages from the status file of dpkg. */
function debianPackages(status: string): Component[] {
  return readFileSync(status, 'utf8')
    .split('\n\n')
    .map((paragraph) => {
      const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(paragraph)?.[1] ?? '';
      return {
        name: field('Package'),
        version: field('Version'),
        arch: field('Architecture'),
        state: field('Status'),
      };
    })
    .filter(({ state }) => state.endsWith(' installed'))
    .map(({ name, version, arch }) => {
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`;
      return { 'bom-ref': purl, type: 'library', name, version, scope: 'required', purl };
    });
}

/** Puts a time, and a number that the content decides, in place of those that npm draws. @param seconds since 1970 */
function dated(whole: Bom, seconds: number): Bom {
  const timestamp = new Date(seconds * 1_000).toISOString();
  const metadata = { ...whole.metadata, timestamp };
  const { serialNumber: _, ...rest } = whole;
  const drawn = hash('sha256', JSON.stringify({ ...rest, metadata })).slice(0, 32);
  // The form of a UUID of version 8, whose bits a program chooses (RFC 9562, section 5.8).
  const id = drawn.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
  return { ...whole, serialNumber: `urn:uuid:${id}`, metadata };
}

const [root = '.', file = '.cache/sbom.cdx.json', status] = process.argv.slice(2);
const bom = bomOf(root);
const shipped = new Set(shippedPackages(root).map(idOf));
const service = bom.components.filter((component) => shipped.has(idOf(component)));
const dashboardFolder = join(root, 'dashboard');
const dashboardBom = existsSync(join(dashboardFolder, 'package-lock.json'))
  ? bomOf(dashboardFolder)
  : undefined;
const dashboardShipped = new Set(
  dashboardBom &&
    lockedPackages(dashboardFolder)
      .filter(([, entry]) => !isLeftOut(entry.name, entry))
      .map(([, { name, version = '' }]) => idOf({ name, version })),
);
const dashboard = (dashboardBom?.components ?? []).filter(
  (component) => dashboardShipped.has(idOf(component)) && !shipped.has(idOf(component)),
);
const components = [...service, ...dashboard]
  .map(named)
  .concat(status === undefined ? [] : debianPackages(status));
const known = new Set([
  ...components.map((component) => component['bom-ref']),
  bom.metadata.component['bom-ref'],
]);
const edges = new Map<string, Set<string>>();
for (const { ref, dependsOn = [] } of [...bom.dependencies, ...(dashboardBom?.dependencies ?? [])]) {
  // The dashboard is a part of the service.
  const from = ref === dashboardBom?.metadata.component['bom-ref'] ? bom.metadata.component['bom-ref'] : ref;
  if (!known.has(from)) continue;
  const targets = edges.get(from) ?? new Set();
  for (const one of dependsOn) if (known.has(one)) targets.add(one);
  edges.set(from, targets);
}
const dependencies = [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }));
const component = { ...bom.metadata.component, type: 'application', name: 'keyward' };
const whole = { ...bom, metadata: { ...bom.metadata, component }, components, dependencies };
const epoch = process.env['SOURCE_DATE_EPOCH'];
writeFileSync(file, `${JSON.stringify(epoch ? dated(whole, Number(epoch)) : whole, undefined, 1)}\n`);
