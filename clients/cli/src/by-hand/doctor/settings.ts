import { readConfig, settings as all, misspeltSettings, ConfigError } from '../../../../../src/config.ts';
import { misspelt } from '../../../../../src/lib/misspelt.ts';
import { fileVariables } from '../../../../../src/settings/secret-files.ts';
import { type Finding, finding, type Patient } from './check.ts';

/** The variables that this command reads. */
const own = ['KEYWARD_API_KEY', 'KEYWARD_URL', 'KEYWARD_PROFILE', 'KEYWARD_MCP_TOKEN', 'KEYWARD_RUN'];
/** Settings whose names other programs have as well, so they say nothing about a service. */
const common: readonly string[] = ['PORT', 'HOST', 'LOG_LEVEL', 'LOG_FORMAT', 'ROLE'];
const names = [...all.map(({ name }) => name), ...fileVariables].filter(
  (name) => !common.includes(name) && !name.startsWith('OTEL_'),
);

type Env = Readonly<Record<string, string | undefined>>;

/** Whether the environment has settings of a service. */
export const hasSettings = (env: Env): boolean => names.some((name) => Boolean(env[name]));

/** Checks the variables of this command, and the settings of the service where they are. */
export function checkSettings({ io: { env }, isHost }: Patient): Finding[] {
  const [wrong] = misspelt(
    Object.keys(env).filter((name) => name.startsWith('KEYWARD_')),
    own,
  );
  const command = wrong
    ? finding('command', 'warning', `${wrong.given} has no effect. Did you mean ${wrong.meant}?`)
    : finding('command', 'ok', 'The variables of this command have the names that it reads.');
  if (!isHost)
    return [
      command,
      finding(
        'settings',
        'unknown',
        'No settings of a service are in this environment. Run keyward doctor where the service runs.',
      ),
    ];
  return [command, ofService(env)];
}

function ofService(env: Env): Finding {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return finding('settings', 'failed', error.message);
  }
  const [first] = misspeltSettings(env);
  return first === undefined
    ? finding('settings', 'ok', 'Each setting of the service has a value that it may have.')
    : finding('settings', 'warning', first);
}
