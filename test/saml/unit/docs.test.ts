import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { failures } from '../../../src/failure.ts';
import { auditActions } from '../../../src/platform/audit-actions.ts';
import { errorTexts } from '../../../src/platform/pages/messages/errors.ts';
import { say } from '../../../src/platform/pages/catalogue.ts';
import { logoutTexts } from '../../../src/saml/pages/messages/logout.ts';
import { statusCodes } from '../../../src/saml-messages/names.ts';
import { longestRelayState } from '../../../src/saml-messages/receive/received.ts';
import { rules } from '../../../src/saml-messages/rules.ts';
import { messageLimits, metadataLimits, requestLimits } from '../../../src/saml-messages/xml/strict.ts';
import { applicationListTexts } from '../../../src/sign-in/pages/messages/application-list.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const guide = read('docs/saml.md');
const rulesPage = read('docs/saml-rules.md');
const section = (page: string, title: string): string =>
  page.split(new RegExp(`\n##+ ${title}\n`))[1]?.split(/\n##+ /)[0] ?? '';
const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\|(.+)\|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.replace(/^\|/, '').trim()))
    .slice(2);

describe('docs/saml-rules.md', () => {
  const steps = ['decode', 'parse', 'shape', 'signature', 'check'];
  const listed = steps.flatMap((step) =>
    rowsOf(section(rulesPage, step)).map(([rule = '', sentence, advice]) => ({
      rule: rule.replaceAll('`', ''),
      step,
      sentence,
      advice,
    })),
  );
  const ofOthers = [...section(rulesPage, 'Rules of other messages').matchAll(/`([a-z0-9-]+)`/g)].map(
    ([, rule = '']) => rule,
  );

  test('lists each rule once, with its step, its sentence and what to do', () => {
    // No reader of messages knows `replay`: the requests that were sent before are in the database.
    const own = listed.filter(({ rule }) => rule !== 'replay');
    expect([...own.map(({ rule }) => rule), ...ofOthers].toSorted()).toEqual(Object.keys(rules).toSorted());
    for (const { rule, step, sentence, advice } of own) {
      expect([step, sentence], rule).toEqual(rules[rule as keyof typeof rules]);
      expect(advice, rule).toMatch(/\w/);
    }
  });

  const source = globSync('src/{saml,saml-metadata}/*.ts').map(read).join('\n');

  test('lists the sentences of rules that the sign-on and the logout add', () => {
    const said = [...source.matchAll(/rule: '([a-z-]+)',\n\s+reason: '([^']+)'/g)];
    expect(said.length).toBeGreaterThan(1);
    for (const [, rule = '', sentence = ''] of said) {
      expect(rulesPage).toContain(`\`${rule}\``);
      expect(rulesPage).toContain(sentence);
    }
  });

  test('lists each sentence about metadata', () => {
    const sentences = [
      ...source.matchAll(
        /(?:new MetadataTrouble\(\s*|trouble: |return )['"`](The [^'"`]*metadata[^'"`]*)['"`]/g,
      ),
    ].map(([, text = '']) => text);
    expect(sentences.length).toBeGreaterThan(7);
    const table = section(rulesPage, 'Sentences about metadata');
    for (const sentence of sentences) {
      const [beginning = '', ending = ''] = sentence.split(/\$\{.*?\}/);
      expect(table).toContain(`| ${beginning}`);
      expect(table).toContain(ending.trim());
    }
    for (const [, allowed] of read('src/saml-metadata/endpoint-url.ts').matchAll(/'(must [^']*)'/g))
      expect(table).toContain(`| The endpoint … of the metadata ${allowed} |`);
    const outcomes = read('src/platform/outgoing.ts').match(/const outcomes = \{([^}]*)\}/)?.[1] ?? '';
    const causes = [...outcomes.matchAll(/: '(.*)',/g)].map(([, cause]) => cause);
    expect(causes.length).toBeGreaterThan(5);
    for (const cause of causes)
      expect(table).toContain(`The metadata cannot be read from its address: ${cause} |`);
  });
});

describe('docs/saml.md', () => {
  test('says what to do about each status that Keyward sends', () => {
    const table = section(guide, 'Statuses in responses');
    const sent = new Set(
      globSync('src/saml/*.ts').flatMap((file) =>
        [...read(file).matchAll(/statusCodes\.(\w+)/g)].map(([, name = '']) => name),
      ),
    );
    expect(sent.size).toBeGreaterThan(8);
    for (const name of sent)
      expect(table).toContain(`\`${statusCodes[name as keyof typeof statusCodes].split(':').at(-1)}\``);
  });

  test('says what to do about each code, page and message', () => {
    const codes = Object.keys(failures).filter((code) => /^(SAML|SP)_/.test(code));
    const { notOpened, notAllowed, notNamed } = say(applicationListTexts, 'en');
    const { askTitle, missedTitle, stayTitle } = say(logoutTexts, 'en');
    const { applicationTitle, expiredTitle, notFoundTitle, badRequestTitle, tooManyTitle } = say(
      errorTexts,
      'en',
    );
    const titles = [applicationTitle, expiredTitle, notFoundTitle, badRequestTitle, tooManyTitle];
    const messages = [notOpened, notAllowed, notNamed].map((text) => text.split(/[.,]/)[0] ?? '');
    const [, troubleshooting] = guide.split('\n## Troubleshooting\n');
    for (const text of [...codes, askTitle, missedTitle, stayTitle, ...titles, ...messages])
      expect(troubleshooting).toContain(text);
    for (const code of document.components.schemas.PreviewRefusalCode.enum)
      expect(guide).toContain(`| \`${code}\` |`);
  });

  test('lists the events and the audit actions of service providers', () => {
    const table = section(guide, 'Events and audit');
    const about = [...read('openapi/events.yaml').matchAll(/^(service_provider\.\w+):/gm)].map(
      ([, name]) => name,
    );
    expect(about.length).toBeGreaterThan(4);
    const actions = auditActions.filter((action) => action.startsWith('service_provider.'));
    for (const name of [...about, ...actions]) expect(table).toContain(`\`${name}\``);
  });

  test('has the limits of the code', () => {
    const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;
    expect(guide).toContain(
      `A request has at most ${kilobytes(requestLimits.bytes)}, and ${requestLimits.nodes} elements, attributes and references.`,
    );
    expect(guide).toContain(`RelayState has at most ${longestRelayState.toLocaleString('en')} bytes`);
    expect(guide).toContain(`Metadata has at most ${kilobytes(metadataLimits.bytes)}`);
    expect(rulesPage).toContain(
      `may have ${requestLimits.nodes}, a response by SOAP ${messageLimits.nodes.toLocaleString('en')}.`,
    );
  });

  test('is linked from the README, and links the other pages', () => {
    expect(read('README.md')).toContain('](docs/saml.md)');
    for (const page of ['saml-products.md', 'saml-rules.md']) expect(guide).toContain(`](${page})`);
  });
});
