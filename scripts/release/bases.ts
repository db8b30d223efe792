// The images that the container image is built on, by their digests. Tags move, so a statement with tags alone says little.
import { readFileSync } from 'node:fs';
import { run } from './run.ts';

/** The variables that name other images than those of the Containerfile. */
const variables = { BUILD: 'IMAGE_BUILD', BASE: 'IMAGE_BASE' } as const;

/** Something that a release was built with. The fields are those of in-toto. */
export interface Dependency {
  uri: string;
  digest: Record<string, string>;
}

export interface Bases {
  /** The variables of `deploy/container/build.sh`. */
  env: Record<string, string>;
  dependencies: Dependency[];
}

/** Returns the image that a variable names, or else the Containerfile. A short name is one of Docker's registry. */
function nameOf(argument: keyof typeof variables): string {
  const given = process.env[variables[argument]];
  const containerfile = readFileSync('deploy/container/Containerfile', 'utf8');
  const name = given || new RegExp(`^ARG ${argument}=(\\S+)$`, 'm').exec(containerfile)?.[1];
  if (!name) throw new Error(`deploy/container/Containerfile has no line ARG ${argument}=…`);
  return name.includes('/') ? name : `docker.io/library/${name}`;
}

/** Pulls the images of the build with podman. The build then takes what was pulled, even if a tag moves meanwhile. */
export function pullBases(): Bases {
  const bases: Bases = { env: {}, dependencies: [] };
  for (const argument of ['BUILD', 'BASE'] as const) {
    const name = nameOf(argument);
    run('podman', ['pull', '--quiet', name]);
    const digest = run('podman', ['image', 'inspect', '--format', '{{.Digest}}', name]).trim();
    const [, sha256] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? [];
    if (!sha256) throw new Error(`podman shows no digest of ${name}, but "${digest}"`);
    bases.env[variables[argument]] = `${name.replace(/(?::[^/:@]+)?(?:@.*)?$/, '')}@${digest}`;
    bases.dependencies.push({ uri: `docker://${name}`, digest: { sha256 } });
  }
  return bases;
}
