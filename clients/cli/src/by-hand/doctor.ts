// keyward doctor: whether this machine and the service are well, a sentence a check.
import { Option } from 'commander';
import { exitCodes } from '../failures.ts';
import type { Io } from '../io.ts';
import { painted } from '../paint.ts';
import { urlOfProfile } from '../profiles/connection.ts';
import { addressOf, keyIn } from '../service.ts';
import { shown, shownJson } from '../shown.ts';
import { checkAnswers } from './doctor/answers.ts';
import { checkBackups } from './doctor/backups.ts';
import { checkCaller } from './doctor/caller.ts';
import { checkCertificate } from './doctor/certificate.ts';
import type { Finding, Patient } from './doctor/check.ts';
import { checkMail } from './doctor/mail.ts';
import { checkNames } from './doctor/names.ts';
import { checkSettings, hasSettings } from './doctor/settings.ts';
import type { HandModule } from './hand-command.ts';

/** Checks whose failure is wrong usage. All other checks are of the service. */
const here = ['command', 'settings', 'caller'];

export const hand: HandModule = {
  examples: ['doctor', 'doctor --backups /backups -o json'],
  add(parser, run) {
    parser
      .option('--backups <folder>', 'The folder in which `make backup` writes backups')
      .addOption(
        new Option('-o, --output <format>', 'The format of the findings')
          .choices(['table', 'json'])
          .default('table'),
      )
      .addHelpText(
        'after',
        '\nChecks the settings of a service where they are in the environment. It prints `unknown` for what it cannot see from here.' +
          '\nThe exit code is 0 if no check fails, 2 if settings or the caller are wrong, and 7 if a check of the service fails.',
      )
      .action(async () => {
        const { output, backups } = parser.opts<{ output: string; backups?: string }>();
        const { io } = run;
        const target = run.target();
        const profileUrl = keyIn(io) === undefined ? urlOfProfile(io, target) : undefined;
        const baseUrl = addressOf(io, target.url, profileUrl);
        const patient: Patient = { io, baseUrl, isHost: hasSettings(io.env), backups, now: Date.now };
        const findings = [
          ...checkSettings(patient),
          await checkCaller(patient, run.service),
          ...(await checkAnswers(patient)),
          await checkMail(patient),
          await checkNames(patient),
          await checkCertificate(patient),
          checkBackups(patient),
        ];
        if (output === 'json') io.out.write(`${shownJson({ data: findings })}\n`);
        else for (const found of findings) io.out.write(lineOf(found, io));
        run.end(codeOf(findings));
      });
  },
};

function lineOf({ check, state, sentence }: Finding, io: Io): string {
  const word = state.padEnd(7);
  const painting = state === 'failed' ? painted('red', word, io, io.out) : word;
  return `${painting}  ${check.padEnd(8)}  ${shown(sentence)}\n`;
}

function codeOf(findings: readonly Finding[]): number {
  const failed = findings.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return exitCodes.done;
  return failed.every(({ check }) => here.includes(check)) ? exitCodes.usage : exitCodes.service;
}
