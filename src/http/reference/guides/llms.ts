// The list of all guides for programs that read: https://llmstxt.org.
import { contract, tags } from '../document.ts';
import { line } from '../markdown.ts';
import { guidePath, tagPath } from '../paths.ts';
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
      item('/docs/errors.md', 'Error codes', 'Every error, with a link to its page.'),
      item('/docs/verification-codes.md', 'Verification codes', 'Every result of a verification.'),
      item('/docs/events.md', 'Event types', 'Every event that webhooks get, with a link to its page.'),
    ],
  };
  const byTag = {
    name: 'Operations by tag',
    items: tags.map(({ name, description = '' }) => item(`${tagPath(name)}.md`, name, line(description))),
  };
  sections.splice(-1, 0, reference, byTag);
  return [
    `# ${contract.info.title}`,
    '',
    `> ${guides['quick-start']?.summary ?? ''}`,
    '',
    'Add `.md` to the address of a page to get it as Markdown.',
    ...sections.flatMap(({ name, items }) => ['', `## ${name}`, '', ...items]),
    '',
  ].join('\n');
}
