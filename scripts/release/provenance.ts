// The statement of where the files of a release come from: in-toto Statement v1, with the predicate of SLSA provenance v1.
import type { Dependency } from './bases.ts';
import type { Release } from './release.ts';
import type { Sum } from './sums.ts';

/** Returns who builds: the workflow if GitHub runs it, and else this command on some machine. */
function builderOf(repository: string): string {
  const { GITHUB_SERVER_URL: server, GITHUB_WORKFLOW_REF: workflow } = process.env;
  return server && workflow ? `${server}/${workflow}` : `${repository}/blob/main/docs/releasing.md#by-hand`;
}

/** Returns the statement. It names no time and no run, so that two builds have the same one. */
export function provenanceOf(
  { version, commit, isDraft, owner, dependencies }: Release,
  parts: string[],
  sums: readonly Sum[],
) {
  const source: Dependency = { uri: `git+${owner.repository}`, digest: { gitCommit: commit } };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: sums.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${owner.repository}/blob/main/docs/releasing.md#build-type`,
        externalParameters: { version, parts, draft: isDraft },
        resolvedDependencies: [source, ...dependencies],
      },
      runDetails: { builder: { id: builderOf(owner.repository) } },
    },
  };
}
