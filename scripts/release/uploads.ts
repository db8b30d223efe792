// The commands that publish each part. npm and twine sign in by the token of the job (trusted publishing), and the others by the token that
// GitHub gives the job. So no secret is stored.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOfDocs } from './files.ts';
import type { Owner } from './owner.ts';
import { sumsOf } from './sums.ts';

export interface Command {
  program: string;
  words: readonly string[];
  /** The text of standard input. */
  input?: string;
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

/** Returns the command that signs in to a registry. A token as an argument would be seen by other programs. */
const signIn = (words: readonly string[], program: string, host: string, { account }: Upload): Command[] =>
  account
    ? [
        {
          program,
          words: [...words, host, '--username', account.name, '--password-stdin'],
          input: account.token,
        },
      ]
    : [];

const npm = ({ out }: Upload): Command[] =>
  filesIn(out, 'npm').map((file) => ({ program: 'npm', words: ['publish', file, '--access', 'public'] }));

/** twine finds the token of the job by itself. */
const python = ({ out }: Upload): Command[] => [
  {
    program: 'pipx',
    words: ['run', 'twine==7.0.0', 'upload', '--non-interactive', ...filesIn(out, 'python')],
  },
];

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
