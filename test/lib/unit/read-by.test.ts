import { expect, test } from 'vitest';
import type { ReadBy } from '../../../src/lib/read-by.ts';

interface Rule {
  name?: string;
  limits: { most?: number };
  endpoints: { url: string }[];
  metadata: Record<string, unknown>;
}

interface Body extends Rule {
  metadata: { team: string };
}

// `make types` is the test: each line below an expected error must be one.
test('ReadBy is satisfied if all fields are read, at any depth', () => {
  const body: Body = { limits: {}, endpoints: [], metadata: { team: 'payments' } };
  body satisfies ReadBy<Rule, typeof body>;
  const more: Body & { purpose?: string | null } = body;
  // @ts-expect-error the rule does not read the purpose
  more satisfies ReadBy<Rule, typeof more>;
  const deeper: Body & { limits: { least?: number } } = body;
  // @ts-expect-error the rule does not read the field inside of another
  deeper satisfies ReadBy<Rule, typeof deeper>;
  const listed: Body & { endpoints: { index?: number }[] } = { ...body, endpoints: [] };
  // @ts-expect-error the rule does not read the field of the items
  listed satisfies ReadBy<Rule, typeof listed>;
  const either: Body | (Body & { purpose: string }) = { ...body, purpose: 'nightly' };
  const both = (one: typeof either): void => {
    // @ts-expect-error the rule does not read the purpose, which one of the forms has
    one satisfies ReadBy<Rule, typeof one>;
  };
  both(either);
  expect(more).toBe(body);
});
