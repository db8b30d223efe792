import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { otherProgram, type Program } from './process.ts';

const run = promisify(execFile);

/** The configuration of an image's start. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal: string;
  ExposedPorts: Record<string, object>;
  Healthcheck: { Test: string[] };
}

/** The image of deploy/container, built without an engine, and its files. */
export interface Image {
  /** The root of its files. */
  root: string;
  config: ImageConfig;
  /** Starts the command of the image in its own root, as its own user. */
  start: (env: Record<string, string>) => Program;
  /** The same where the root and all that is below it can only be read, as engines mount it with `--read-only`. */
  startReadOnly: (env: Record<string, string>) => Program;
  /** Runs a command there to its end. @throws when it fails */
  run: (command: string[], env?: Record<string, string>) => Promise<{ stdout: string; stderr: string }>;
  remove: () => Promise<void>;
}

const folder = resolve('.cache/container');
const storage = ['--storage-driver', 'vfs', '--root', `${folder}/root`, '--runroot', `${folder}/run`];
const buildah = async (...words: string[]): Promise<string> =>
  (await run('buildah', [...storage, ...words], { maxBuffer: 16 * 1024 * 1024 })).stdout.trim();

/** Returns the file outside the checkout that keeps the base for a week; empty where the machine has no place for it. */
function baseArchive(): string {
  try {
    const kept = execFileSync('scripts/environment/cache.sh', ['container-base'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const made = hash('sha256', readFileSync('deploy/container/build.sh')).slice(0, 16);
    return join(kept.toString().trim(), `${made}-${process.arch}.tar`);
  } catch {
    return '';
  }
}

const policy = ['--signature-policy', `${folder}/policy.json`];

/** In a namespace of its own, the script makes the folder `$0` read-only, and enters it. */
const readOnly = 'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; exec chroot "$@"';

/** Builds the image and unpacks it. */
export async function buildImage(): Promise<Image> {
  await run('deploy/container/build.sh', ['keyward'], {
    env: { ...process.env, ENGINE: 'buildah', TMPDIR: '/tmp', BASE_ARCHIVE: baseArchive() },
    maxBuffer: 16 * 1024 * 1024,
  });
  return unpacked('localhost/keyward');
}

/** Reads an image from an OCI archive of a release, and unpacks it. A build must have run here before. */
export async function loadImage(archive: string): Promise<Image> {
  const id = await buildah('pull', '--quiet', ...policy, `oci-archive:${archive}`);
  const image = await unpacked(id);
  const remove = async (): Promise<void> => {
    await image.remove();
    await buildah('rmi', id);
  };
  return { ...image, remove };
}

async function unpacked(name: string): Promise<Image> {
  const container = await buildah('from', '--pull-never', ...policy, name);
  const root = await buildah('mount', container);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name)) as {
    Docker: { config: ImageConfig };
  };
  const { config } = Docker;
  /** Only root may change the root folder; the command then has the user of the image, and its environment alone. */
  const words = (command: string[], env: Record<string, string>): string[] => [
    `--userspec=${config.User}`,
    root,
    '/usr/bin/env',
    '-i',
    '-C',
    config.WorkingDir,
    ...config.Env,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
  return {
    root,
    config,
    start: (env) => otherProgram('chroot', words(config.Cmd, env)),
    startReadOnly: (env) =>
      otherProgram('unshare', ['--mount', 'sh', '-euc', readOnly, root, ...words(config.Cmd, env)]),
    run: (command, env = {}) => run('chroot', words(command, env)),
    remove: async () => void (await buildah('rm', container)),
  };
}

/** Returns the status of a process as the kernel tells it, such as `Uid`. */
export const statusOf = (pid: number, field: string): string =>
  new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

/** Returns the files that a process has open for writing. Pipes, sockets and devices are not files. */
export const filesWrittenBy = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 3) !== 0 && statSync(`/proc/${pid}/fd/${fd}`).isFile();
  });
