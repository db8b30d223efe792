import { finding, type Finding, longestMs, codeOf, type Patient } from './check.ts';

const mostWarnedSeconds = 5;
/** Proofs of possession and codes of authenticator apps fail with a clock that is this wrong. */
const mostSeconds = 30;
/** `Date` has whole seconds. */
const resolutionSeconds = 1;

interface Ready {
  status?: unknown;
  checks?: Readonly<Record<string, unknown>>;
}

/** Checks the clock, and what the service says about itself. */
export async function checkAnswers(patient: Patient): Promise<Finding[]> {
  const { baseUrl, io, now } = patient;
  const begun = now();
  let response: Response;
  let text: string;
  try {
    response = await (io.fetch ?? fetch)(`${baseUrl}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(longestMs),
    });
    text = await response.text();
  } catch (error) {
    const why = (error as Error).name === 'TimeoutError' ? 'no answer in 5 seconds' : codeOf(error);
    return [
      finding('service', 'failed', `The service does not answer at ${baseUrl} (${why}).`),
      finding('clock', 'unknown', 'The clock was not compared, because the service does not answer.'),
      finding('database', 'unknown', 'The database was not checked, because the service does not answer.'),
    ];
  }
  const ready = readyOf(text);
  if (!ready)
    return [
      finding('service', 'failed', `Another server answers at ${baseUrl} (status ${response.status}).`),
      finding('clock', 'unknown', 'The clock was not compared, because another server answers.'),
      finding('database', 'unknown', 'The database was not checked, because another server answers.'),
    ];
  return [
    ofService(ready, response.status),
    clockOf(response.headers.get('date'), begun, now()),
    databaseOf(ready),
  ];
}

function readyOf(text: string): Required<Ready> | undefined {
  try {
    const { status, checks } = JSON.parse(text) as Ready;
    if ((status === 'ok' || status === 'failing') && typeof checks === 'object' && checks !== null)
      return { status, checks };
  } catch {
    // Another server may answer with a page.
  }
  return undefined;
}

/** The checks that a sentence of their own tells. */
const ofDatabase = ['database', 'migrations', 'partitions', 'masterKey', 'restore'];

const wrongIn = ({ checks }: Required<Ready>, isOfDatabase: boolean): string[] =>
  Object.entries(checks)
    .filter(([name, found]) => ofDatabase.includes(name) === isOfDatabase && found !== 'ok')
    .map(([name, found]) => `${name}: ${String(found).slice(0, 200)}`);

function ofService(ready: Required<Ready>, status: number): Finding {
  const wrong = wrongIn(ready, false);
  if (wrong.length > 0)
    return finding('service', 'failed', `The service is not ready (${wrong.join('; ')}).`);
  // A check of the database says why, or no check does.
  if (wrongIn(ready, true).length === 0 && (ready.status === 'failing' || status !== 200))
    return finding('service', 'failed', `The service is not ready, and does not say why (status ${status}).`);
  if (ready.checks['process'] === undefined)
    return finding('service', 'unknown', 'The service does not say how its process is.');
  // A service without workers, such as one with ROLE=api, has no such check.
  const workers =
    ready.checks['worker'] === undefined
      ? 'is ready, and says nothing of workers'
      : 'and its workers are ready';
  return finding('service', 'ok', `The process of the service ${workers}.`);
}

function databaseOf(ready: Required<Ready>): Finding {
  const wrong = wrongIn(ready, true);
  if (ready.checks['database'] === undefined)
    return finding('database', 'unknown', 'The service does not say how its database is.');
  const missing = ['migrations', 'partitions'].filter((name) => ready.checks[name] === undefined);
  if (wrong.length === 0 && missing.length > 0)
    return finding(
      'database',
      'unknown',
      `The database answers. The service does not say how its ${missing.join(' and its ')} are.`,
    );
  if (wrong.length === 0)
    return finding('database', 'ok', 'The database answers, and it has every migration and its partitions.');
  // The service is ready with a check that only warns.
  const state = ready.status === 'ok' ? 'warning' : 'failed';
  return finding('database', state, `The database needs attention (${wrong.join('; ')}).`);
}

/** Compares the clock of this machine with that of the service. @param begun when the request was sent, by our clock */
export function clockOf(date: string | null, begun: number, ended: number): Finding {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs))
    return finding('clock', 'unknown', 'The answer has no Date, so the clock was not compared.');
  const seconds = (begun + ended) / 2 / 1000 - (theirs / 1000 + resolutionSeconds / 2);
  const unsure = (ended - begun) / 2000 + resolutionSeconds / 2;
  const away = Math.max(0, Math.abs(seconds) - unsure);
  const told = `The clock of this machine is ${Math.round(away)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the service.`;
  if (away > mostSeconds) return finding('clock', 'failed', `${told} Set it by NTP.`);
  if (away > mostWarnedSeconds) return finding('clock', 'warning', `${told} Set it by NTP.`);
  return finding('clock', 'ok', 'The clock of this machine and that of the service agree.');
}
