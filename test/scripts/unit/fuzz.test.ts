import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { schemathesisArguments } from '../../../scripts/fuzz/schemathesis.ts';
import { calledSomebody, neverSucceeded } from '../../../scripts/fuzz/verdict.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const page = read('docs/fuzzing.md');

/** The refusals that a run lets pass, as test/fuzz/rules.py lists them. */
function passedRules(): string[] {
  const [list = ''] = /RULES = \[.+?\n\]/s.exec(read('test/fuzz/rules.py')) ?? [];
  return [...list.matchAll(/"(.+)"/g)].map(([, rule = '']) => rule);
}

/** Refusals that the service puts together from parts. */
const composed = /^must be (one of|the metadata of|false for|at most 31 days)|^comes from .*: leave it out/;

/** Sources whose refusals the run never gets for data that fits the contract, and why. */
const outside: readonly [RegExp, string][] = [
  [
    /^src\/(scim|oidc\/engine|http|recovery)\//,
    'the run judges no SCIM body, and http refuses by the contract',
  ],
  [/attribute-schema|schema-keyword/, 'the run lets every refusal of `schema` and `attributes` pass'],
  [
    /^src\/federation\/(setup-links\/|openid\/logout-tokens)/,
    'a page has a form, and a token comes from another server: the run sends neither',
  ],
  [
    /^src\/lib\/(form|format|multipart)\.ts|^src\/(config|settings\/)|kinds\.ts/,
    'forms, formats of the contract, settings of the operator',
  ],
  [/^src\/lib\/dpop-proof\.ts/, 'the run calls with keys, and never with a proof'],
  [/^src\/organizations\/operator-keys\.ts/, 'a command on the server, which no request reaches'],
  [/^src\/failure\.ts|^src\/users\/directory\/user-names\.ts/, 'a 409, and the text of another refusal'],
];

/** Returns the arguments of Schemathesis in a command line of the page. */
function toldBy(program: string): string[] {
  const line = page.split('\n').find((one) => one.includes(`${program} --config-file`)) ?? '';
  return line.slice(line.indexOf('--config-file')).split(' ');
}

describe('docs/fuzzing.md', () => {
  test.each(['.cache/python/bin/schemathesis', 'schemathesis/schemathesis:v4.32.5'])(
    'gives %s the arguments of make fuzz',
    (program) => {
      expect(toldBy(program)).toEqual(schemathesisArguments('http://127.0.0.1:3000', 300, 1));
    },
  );

  test('names the image of the version that is installed', () => {
    const [, version] =
      /^schemathesis==(\S+); python_version >= /m.exec(read('scripts/environment/requirements.txt')) ?? [];
    expect(page.match(/schemathesis\/schemathesis:v\S+/g)).toEqual([`schemathesis/schemathesis:v${version}`]);
  });

  test('says why of every refusal that the run lets pass, and the service still has each', () => {
    const rules = passedRules();
    const sources = globSync('src/**/*.ts').map(read).join();
    expect(rules.length).toBeGreaterThan(5);
    for (const rule of rules) {
      expect.soft(page).toContain(rule);
      if (!composed.test(rule)) expect.soft(sources).toContain(rule);
    }
  });

  test('names every rule of a room, so that no draw finds one that the run does not know', () => {
    const rules = passedRules();
    const files = globSync('src/**/*.ts').filter((file) => !outside.some(([pattern]) => pattern.test(file)));
    const unknown = files.flatMap((file) =>
      [
        ...read(file).matchAll(
          /(['`])((?:must (?!be \$)|requires |may not |is required|cannot be )[^'`]+)\1/g,
        ),
      ]
        .map(([, , text = '']) => text)
        .filter(
          (text) => !text.includes('${') && !rules.some((rule) => text.includes(rule) || rule.includes(text)),
        )
        .map((text) => `${file}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('neverSucceeded', () => {
  test('tells the operations that only ever refused, and those that were never called', () => {
    const count = (operation: string, status: number) =>
      `keyward_http_request_duration_seconds_count{operation="${operation}",status="${status}"} 3`;
    const metrics = [count('getThing', 200), count('getThing', 404), count('deleteThing', 404)].join('\n');
    expect(neverSucceeded(metrics, ['getThing', 'deleteThing', 'addThing'])).toEqual([
      'deleteThing',
      'addThing',
    ]);
  });
});

describe('calledSomebody', () => {
  const count = (outcome: string) => `keyward_webhook_attempt_duration_seconds_count{outcome="${outcome}"} 3`;

  test('tells how calls of webhooks ended, but for those that had no address', () => {
    const ends = ['DNS_FAILURE', 'SUCCESS', 'CONNECTION_REFUSED'].map(count).join('\n');
    expect(calledSomebody(ends)).toEqual(['SUCCESS', 'CONNECTION_REFUSED']);
    expect(calledSomebody(count('DNS_FAILURE'))).toEqual([]);
  });
});
