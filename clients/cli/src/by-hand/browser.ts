// The browser of the user.

/** Opens an address. @returns whether a program took it */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  const [command, args] = openerOf(env);
  return new Promise((done) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
    child.once('error', () => done(false));
    child.once('spawn', () => {
      // The browser may stay open after this command.
      child.unref();
      done(true);
    });
  });
}

/** BROWSER is the name of a program, as xdg-open reads it. No shell ever reads the address. */
function openerOf({ BROWSER }: Readonly<Record<string, string | undefined>>): [string, readonly string[]] {
  if (BROWSER) return [BROWSER, []];
  if (process.platform === 'darwin') return ['open', []];
  if (process.platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler']];
  return ['xdg-open', []];
}
