import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { anIdentity } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** Makes 10,000 credentials of an identity, `bulk 1` the oldest, every tenth one suspended. */
const many = ({ sql }: TestService, identityId: string) =>
  sql(
    `insert into credentials (org_id, id, identity_id, name, type, status, secret_hash, secret_prefix, secret_last4, created_at)
     select org_id, 'cred_' || lpad(n::text, 26, '0'), id,
            case n when 10000 then '=HYPERLINK("https://evil.example")bulk ' else 'bulk ' end || n, 'API_KEY',
            case when n % 10 = 0 then 'SUSPENDED' else 'ACTIVE' end, sha256(n::text::bytea), 'kd_live_', 'abcd',
            now() - (10000 - n) * interval '1 second'
       from identities, generate_series(1, 10000) n where id = $1`,
    [identityId],
  );

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'a list of 10,000 rows in the dashboard',
  { timeout: 90_000 },
  () => {
    test('has pages, an order, filters and a selection, and all rows in its CSV file', async ({
      service,
    }) => {
      await many(service, await anIdentity(service.ours, { name: 'crowd' }));
      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      const table = page.getByRole('region', { name: 'Credentials' });
      const first = table.locator('tbody tr').first();
      await open('credentials?search=bulk');
      await page.getByText('50 of 10,000 results').waitFor();
      await first.getByText('bulk 10000').waitFor();
      expect(await table.locator('tbody tr').count()).toBe(50);
      await page.getByRole('button', { name: 'Next page' }).click();
      await first.getByText('bulk 9950').waitFor();
      expect(new URL(page.url()).searchParams.get('cursor')).not.toBeNull();
      expect(await table.locator('tbody tr').count()).toBe(50);
      await page.goBack();
      await first.getByText('bulk 10000').waitFor();

      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click();
      await page.getByText('50 selected').waitFor();
      await page.getByRole('checkbox', { name: 'Select bulk 9998', exact: true }).uncheck();
      await page.getByText('49 selected').waitFor();

      // The file takes a hundred requests.
      const patience = { timeout: 60_000 };
      const downloaded = page.waitForEvent('download', patience);
      await page.getByRole('button', { name: 'CSV', exact: true }).click();
      await page.getByText('10,000 rows are in the file.').waitFor(patience);
      const file = await downloaded;
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(lines).toHaveLength(10_001);
      expect(lines[1]).toMatch(/^"'=HYPERLINK\(""https:\/\/evil.example""\)bulk 10000",crowd,SUSPENDED,/);
      expect(lines.at(-1)).toMatch(/^bulk 1,crowd,ACTIVE,/);
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

      await page.getByRole('button', { name: 'Created' }).click();
      await first.getByText('bulk 1', { exact: true }).waitFor();
      await page.getByRole('button', { name: /^Suspended/ }).click();
      await page.getByText('50 of 1,000 results', { exact: true }).waitFor();
      await first.getByText('bulk 10', { exact: true }).waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
