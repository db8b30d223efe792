import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';

const page = readFileSync('docs/saml-products.md', 'utf8');
const [, products = ''] = page.split('\n## Products by their documentation\n');

describe('docs/saml-products.md', () => {
  test('registers each of ten products with the body that it shows, and names sources', async ({
    service,
  }) => {
    const sections = products.split('\n## ')[0]?.split('\n### ').slice(1) ?? [];
    expect(sections).toHaveLength(10);
    for (const section of sections) {
      const [title] = section.split('\n');
      expect(section, title).toMatch(/\nSources?: [^]*https:/);
      const [, shown = ''] = /```json\n([^`]*)```/.exec(section) ?? [];
      const body = JSON.parse(shown) as Record<string, unknown> & { attributeMappings?: object[] };
      const registered = await service.ours.call('createServiceProvider', { body });
      expect(registered.status, `${title}: ${JSON.stringify(registered.body)}`).toBe(201);
      const attributeMappings = body.attributeMappings?.map((one) => expect.objectContaining(one)) ?? [];
      expect(registered.body).toMatchObject({ ...body, attributeMappings });
    }
  });

  test('shows the addresses that the metadata has', async ({ service: { ours } }) => {
    const metadata = await (await fetch(`${ours.origin}/api/saml/${ours.orgId}/metadata`)).text();
    const rows = [...page.matchAll(/^\| (.*) \| `\$URL(\/api\/saml\/\{orgId\}\/\w+)` \|$/gm)];
    expect(rows).toHaveLength(3);
    for (const [, , path = ''] of rows) expect(metadata).toContain(path.replace('{orgId}', ours.orgId ?? ''));
    const keys = await ours.call('listSigningKeys', { query: { use: 'SAML' } });
    const [active] = keys.body.data;
    expect([active.status, active.certificate]).toEqual(['ACTIVE', expect.stringMatching(/^-----BEGIN/)]);
  });
});
