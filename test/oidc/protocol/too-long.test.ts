import { describe, expect } from 'vitest';
import { aRelyingParty, begin, Browser } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

describe('an authorization request with a state that is too long', () => {
  test('shows a browser a page that names the limit, and tells a program in JSON', async ({ service }) => {
    const party = await aRelyingParty(service.ours);
    const { url } = await begin(party, { state: 's'.repeat(4_097) });
    const browser = new Browser(party.issuer);
    const page = await browser.open(url);
    expect(page.status).toBe(400);
    expect(page.text).toContain('That request is too long');
    expect(page.text).toContain('<code>state</code> must be at most 4096 characters long.');
    const program = await browser.open(url, { headers: { accept: 'application/json' } });
    expect(JSON.parse(program.text)).toMatchObject({
      error: 'invalid_request',
      error_description: 'state must be at most 4096 characters long',
    });
    const form = await browser.post(`${party.issuer}/authorize`, { state: 's'.repeat(17_000) });
    expect([form.status, form.text.includes('That request is too long')]).toEqual([413, true]);
  });
});
