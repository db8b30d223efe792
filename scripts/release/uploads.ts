// The commands that publish each part. npm and twine sign in by the token of the job (trusted publishing), and the others by the token that
// GitHub gives the job. So no secret is stored.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOfDocs } from './files.ts';
import type { Owner } from './owner.ts';
import { sumsOf } from './sums.ts';

export interface Command {
  program: string;
  words: readonly string[];
  /** The text of standard input. */
  input?: string;
  /** The command that shows the digest of what a registry has under this name. If the registry has it, the command is skipped. */
  published?: { program: string; words: readonly string[]; digest: string };
}

/** The facts of a release that its commands need. */
export interface Upload {
  out: string;
  version: string;
  owner: Owner;
  /** The account and the token for registries of images. Without them, the programs use those that a user gave them before. */
  account?: { name: string; token: string } | undefined;
}

/** Returns the files in a folder of a release, by their paths. */
const filesIn = (out: string, folder: string): string[] =>
  readdirSync(join(out, folder))
    .toSorted()
    .map((name) => join(out, folder, name));

/** Returns the host of a name in a registry. */
const hostOf = (name: string): string => name.replace(/^oci:\/\//, '').split('/')[0] ?? '';

/** The only registry that takes the token of a job of GitHub. Another one would get a secret that is not its own. */
const registryOfGithub = 'ghcr.io';

/** Returns the command that signs in to a registry. A token as an argument would be seen by other programs. */
const signIn = (words: readonly string[], program: string, host: string, { account }: Upload): Command[] =>
  account && host === registryOfGithub
    ? [
        {
          program,
          words: [...words, host, '--username', account.name, '--password-stdin'],
          input: account.token,
        },
      ]
    : [];

/** Returns the name of a package and its version. `npm pack` makes the name of a file from them. */
function packageOf(file: string, { owner, version }: Upload): string {
  const [before, after] = [`${owner.npmScope.slice(1)}-`, `-${version}.tgz`];
  const name = basename(file);
  if (!name.startsWith(before) || !name.endsWith(after))
    throw new Error(`${name} is not a package of ${owner.npmScope} with the version ${version}`);
  return `${owner.npmScope}/${name.slice(before.length, -after.length)}@${version}`;
}

/** A job that runs again skips what it has published. npm accepts each version once. */
const npm = (upload: Upload): Command[] =>
  filesIn(upload.out, 'npm').map((file) => ({
    program: 'npm',
    words: ['publish', file, '--access', 'public'],
    published: {
      program: 'npm',
      words: ['view', packageOf(file, upload), 'dist.integrity'],
      digest: `sha512-${hash('sha512', readFileSync(file), 'base64')}`,
    },
  }));

/** The versions and the digests of twine and of all that it needs. */
const twineFile = 'scripts/release/twine.txt';

/** twine finds the token of the job by itself. It gets no package that the repository does not name by its digest. */
const python = ({ out }: Upload): Command[] => {
  const folder = `${out}.twine`;
  const pip = [
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--require-hashes',
    '--only-binary',
    ':all:',
  ];
  const upload = ['upload', '--non-interactive', '--skip-existing', ...filesIn(out, 'python')];
  return [
    { program: 'python3', words: ['-m', 'venv', '--clear', folder] },
    { program: join(folder, 'bin/pip'), words: [...pip, '--requirement', twineFile] },
    { program: join(folder, 'bin/twine'), words: upload },
  ];
};

/** The file that `skopeo` writes the digest of the image into. */
export const digestFile = (out: string): string => `${out}.digest`;

const image = (upload: Upload): Command[] => {
  const { out, owner, version } = upload;
  const copies = filesIn(out, 'image').map((file) => {
    const from = `oci-archive:${file}:${owner.image}:${version}`;
    const words = ['copy', '--preserve-digests', '--digestfile', digestFile(out)];
    return { program: 'skopeo', words: [...words, from, `docker://${owner.image}:${version}`] };
  });
  return [...signIn(['login'], 'skopeo', hostOf(owner.image), upload), ...copies];
};

const chart = (upload: Upload): Command[] => {
  const { out, owner } = upload;
  const pushes = filesIn(out, 'helm').map((file) => ({
    program: 'helm',
    words: ['push', file, owner.charts],
  }));
  return [...signIn(['registry', 'login'], 'helm', hostOf(owner.charts), upload), ...pushes];
};

/** A release of the repository with all files but the image, which has a registry. */
const github = ({ out, version, owner }: Upload): Command[] => {
  const isElsewhere = (file: string): boolean => isOfDocs(file) || file.startsWith('image/');
  const files = sumsOf(out, isElsewhere).map(({ name }) => join(out, name));
  const words = ['release', 'create', `v${version}`, '--repo', owner.repository, '--verify-tag'];
  const notes = ['--title', `Keyward ${version}`, '--notes-file', join(out, 'release-notes.md')];
  return [{ program: 'gh', words: [...words, ...notes, ...files] }];
};

export const uploads: Readonly<Record<string, (upload: Upload) => Command[]>> = {
  npm,
  python,
  image,
  chart,
  github,
};
