import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../scripts/contract.ts';
import { fuzzed } from '../../scripts/fuzz/choice.ts';
import { isOurs, operationsOf } from '../../src/lib/contract.ts';

const readme = readFileSync('README.md', 'utf8');
const text = readme.replaceAll(/\s+/g, ' ');
const makefile = readFileSync('Makefile', 'utf8');
/** Returns the section of a page under a heading. */
function sectionOf(page: string, heading: string): string {
  const [, section = ''] = readFileSync(page, 'utf8').split(new RegExp(`^##+ ${heading}$`, 'm'));
  return section.split(/^## /m)[0] ?? '';
}

/** A measured figure: where it is recorded, its form there, and the sentence of README.md with the groups of this form. */
interface Figure {
  page: string;
  heading: string;
  recorded: RegExp;
  shown: (...groups: string[]) => string;
  command: string;
}

const figures: readonly Figure[] = [
  {
    page: 'docs/performance.md',
    heading: 'Verification: results',
    recorded:
      /(\d+) stale responses in ([\d,]+) checks directly after ([\d,]+) revocations, on\s+two nodes under load/,
    shown: (stale, checks, revocations) =>
      `After ${revocations} revocations on two nodes under load, [${stale} of ${checks} checks]`,
    command: 'bench/stale.ts --revokes=4200 --checks=12 --lanes=4 --load=4',
  },
  {
    page: 'docs/high-availability.md',
    heading: 'Measured times',
    recorded: /HAProxy has (\d+) failovers.*No acknowledged change was lost in any of them/,
    shown: (failovers) => `After [${failovers} failovers]`,
    command: 'make ha',
  },
  {
    page: 'docs/performance.md',
    heading: 'Ten thousand and a million rows',
    recorded:
      /^\| operation \| 10,000 rows: µs \| pages \| 1,000,000 rows: [^]*?^\| verify \|.*\| ([\d.]+) \([\d. to]+\) \|/m,
    shown: (ratio) => `Among 1,000,000 keys, a verification takes [${ratio} times]`,
    command: 'make bench-growth',
  },
  {
    page: 'docs/performance.md',
    heading: 'Beside Better Auth and oidc-provider',
    recorded: /^\| `verify` \|.*Better Auth.* \| ([\d.]+) \([\d.–]+\) \| ([\d.]+) \|/m,
    shown: (rate, cpu) =>
      `[${cpu} of the CPU](docs/performance.md#beside-better-auth-and-oidc-provider) that Better Auth takes, at ${rate} times the rate`,
    command: 'make bench-peers',
  },
  {
    page: 'docs/performance.md',
    heading: 'A start',
    recorded: /^\| 8e624f0c, embedded Postgres \| (\d+ MB) \([\d to]+\) \|/m,
    shown: (memory) => `Its process has [${memory}](docs/performance.md#a-start) of memory when it is idle`,
    command: 'make bench-starts',
  },
];

describe('README.md', () => {
  test.for(figures)(
    'shows the figure that $command has recorded',
    ({ page, heading, recorded, shown, command }) => {
      const section = sectionOf(page, heading);
      const [found, ...groups] = recorded.exec(section) ?? [];
      expect(found, `${page} has the figure under "${heading}"`).toBeDefined();
      expect(section).toContain(command);
      expect(text).toContain(shown(...groups));
      expect(readme).toMatch(new RegExp(`^.*${command.replaceAll('.', '\\.')}\`$`, 'm'));
    },
  );

  test('counts the operations of the contract, those that have samples, and those that no run fuzzes', () => {
    const contract = readContract();
    const all = operationsOf(contract);
    const ours = all.filter(isOurs);
    expect(text).toContain(
      `It has [${all.length} operations](docs/operations.txt). The ${ours.length} of them that client libraries call`,
    );
    expect(text).toContain('All but four of these are fuzzed');
    const called = new Set(fuzzed(contract));
    expect(ours.filter(({ id }) => !called.has(id))).toHaveLength(4);
  });

  test('has no figure under "What is different" but these', () => {
    const [, different = ''] = /^## What is different$([^]*?)^## /m.exec(readme) ?? [];
    expect(different.match(/^- \*\*/gm)).toHaveLength(figures.length + 1);
  });

  test('names commands that make knows, and programs that are here', () => {
    const commands = [...readme.matchAll(/(?:^|`)make ([\w-]+)/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(5);
    for (const name of commands) expect.soft(makefile).toMatch(new RegExp(`^${name}:.*## `, 'm'));
    for (const [, file = ''] of readme.matchAll(/`node_modules\/\.bin\/node (\S+)/g))
      expect.soft(existsSync(file), file).toBe(true);
  });

  test('names the addresses at which the two starts answer', () => {
    expect(readme).toMatch(/^make start .* http:\/\/localhost:3000$/m);
    const [, address = ''] =
      /Keyward answers at \$\{BASE_URL:-(\S+)\}/.exec(readFileSync('deploy/compose/up.sh', 'utf8')) ?? [];
    expect(readme).toMatch(new RegExp(`^make compose .* ${address}$`, 'm'));
  });

  test('links to files that are here, and to headings that they have', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)|src="([^"]+)"/g)].map(
      ([, link, picture]) => link ?? picture ?? '',
    );
    expect(links.length).toBeGreaterThan(60);
    for (const link of links) {
      const [file = '', place] = link.split('#');
      expect.soft(existsSync(file), link).toBe(true);
      // The site has the same places as hosts of repositories.
      const made = file.replace(/^docs\/(.*)\.md$/, 'generated/docs/$1.html');
      if (place !== undefined) expect.soft(readFileSync(made, 'utf8'), link).toContain(`id="${place}"`);
    }
  });

  test('needs one screen and a half before the list of pages', () => {
    const [before = ''] = readme.split('## Documentation');
    expect(before.split('\n').length).toBeLessThan(50);
    expect(before.length).toBeLessThan(3_500);
  });
});
