// The first module of a built server. The file that starts a program names it.

/** The programs of the built server, by the path of their module in the repository. */
export const programs = {
  'src/process.ts': () => import('../../src/process.ts'),
  'scripts/dashboard.ts': () => import('../dashboard.ts'),
  'scripts/key.ts': () => import('../key.ts'),
  'scripts/key-recover.ts': () => import('../key-recover.ts'),
  'scripts/operator-keys.ts': () => import('../operator-keys.ts'),
  'scripts/organization.ts': () => import('../organization.ts'),
  'scripts/owner.ts': () => import('../owner.ts'),
  'scripts/verify-audit.ts': () => import('../verify-audit.ts'),
  'scripts/operate/backup.ts': () => import('../operate/backup.ts'),
  'scripts/operate/citus.ts': () => import('../operate/citus.ts'),
  'scripts/operate/master-keys.ts': () => import('../operate/master-keys.ts'),
  'scripts/operate/open.ts': () => import('../operate/open.ts'),
  'scripts/operate/reconcile.ts': () => import('../operate/reconcile.ts'),
  'scripts/operate/restore.ts': () => import('../operate/restore.ts'),
  'scripts/operate/restored.ts': () => import('../operate/restored.ts'),
  'scripts/operate/upgrade-database.ts': () => import('../operate/upgrade-database.ts'),
};

/** Runs a program with the arguments of the process. */
export const run = (program: keyof typeof programs): Promise<unknown> => programs[program]();
