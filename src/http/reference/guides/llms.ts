// The list of all guides for programs that read: https://llmstxt.org.
import { contract } from '../document.ts';
import { guidePath } from '../paths.ts';
import { beginningOf, guides, tasks, titleOf } from './guides.ts';

const item = (path: string, title: string, summary: string): string => `- [${title}](${path}): ${summary}`;

/** Returns the text of `llms.txt`. Each link leads to Markdown, or to the contract. */
export function llmsText(): string {
  const sections = tasks.map(({ name, pages, isInternal }) => ({
    // By the form of the file, a reader may leave out the section with this name.
    name: isInternal ? 'Optional' : name,
    items: pages.map((guide) => item(`${guidePath(guide)}.md`, titleOf(guide), beginningOf(guide))),
  }));
  const reference = {
    name: 'Reference',
    items: [
      item('/api/v1/openapi.yaml', 'The contract', 'Every operation, field and event, as OpenAPI 3.1.'),
      item('/docs/operations.md', 'Operations', 'Every operation, with a link to its page.'),
    ],
  };
  sections.splice(-1, 0, reference);
  return [
    `# ${contract.info.title}`,
    '',
    `> ${guides['quick-start']?.summary ?? ''}`,
    '',
    'Add `.md` to the address of a guide or an operation to get it as Markdown.',
    ...sections.flatMap(({ name, items }) => ['', `## ${name}`, '', ...items]),
    '',
  ].join('\n');
}
