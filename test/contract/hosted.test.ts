import { describe, expect } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { formType } from '../../src/lib/form.ts';
import { test } from '../support/service.ts';
import { type Case, exampleBody, hosted, targetOf } from './enumerate.ts';

// These rules hold for every page and every endpoint of the protocol engine, independent of its purpose.
const values = (operation: Case, orgId: string): Record<string, string> => ({
  ...Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x'])),
  orgId,
});
const isForm = ({ body }: Case) => body?.content?.[formType] !== undefined;
const hostile = ['', 'x', "' or 1=1 --", '<script>alert(1)</script>', '\u{1F600}é', '%', 'a'.repeat(2_000)];
const manual = { redirect: 'manual' } as const;

describe('a hosted operation for an organization that does not exist', () => {
  test.for(hosted.filter(({ path }) => path.includes('{orgId}')))(
    '$id answers 400, 401 or 404, and never 500',
    async (operation, { service: { anonymous } }) => {
      for (const orgId of [newId('org'), 'x', "' or 1=1 --", 'org_', 'é']) {
        const form = isForm(operation)
          ? { body: new URLSearchParams(exampleBody(operation) as Record<string, string>).toString() }
          : {};
        const { status } = await anonymous.send(
          operation.method,
          targetOf(operation, values(operation, orgId)),
          {
            ...form,
            ...manual,
            headers: { 'content-type': formType },
          },
        );
        expect({ orgId, status }).toMatchObject({ status: expect.toBeOneOf([400, 401, 404]) });
      }
    },
  );
});

describe('a hosted operation with hostile input', () => {
  test.for(hosted)(
    '$id answers only with statuses that it declares',
    async (operation, { service: { anonymous, ours } }) => {
      const target = targetOf(operation, values(operation, ours.orgId ?? ''));
      const names = operation.parameters.filter((one) => one.in === 'query').map(({ name = '' }) => name);
      const fields = Object.keys(exampleBody(operation) ?? {});
      for (const text of hostile) {
        const query = new URLSearchParams(
          [...names, 'utm_source', '__proto__'].map((name): [string, string] => [name, text]),
        );
        const body = new URLSearchParams(
          [...fields, '__proto__'].map((name): [string, string] => [name, text]),
        );
        for (const search of ['', `?${query.toString()}`]) {
          const { status, headers } = await anonymous.send(operation.method, target + search, {
            headers: { 'content-type': formType, cookie: `kd_session=${encodeURIComponent(text)}` },
            ...(isForm(operation) ? { body: body.toString() } : {}),
            ...manual,
          });
          expect({ text, search, status }).toMatchObject({
            status: expect.toSatisfy((one: number) => one < 500),
          });
          // Node itself refuses an address that is too long.
          if (status === 431) continue;
          expect(Object.keys(operation.responses)).toContain(String(status));
          expect(headers.get('cache-control')).toBeTruthy();
          expect(headers.get('x-request-id')).toMatch(/^req_/);
        }
      }
    },
  );

  test.for(hosted.filter(isForm))(
    '$id rejects JSON and a field that is sent twice',
    async (operation, { service }) => {
      const target = targetOf(operation, values(operation, service.ours.orgId ?? ''));
      const send = (type: string, body: string) =>
        service.anonymous.send(operation.method, target, {
          headers: { 'content-type': type },
          body,
          ...manual,
        });
      expect((await send('application/json', '{}')).status).toBe(415);
      expect((await send(formType, 'a=1&a=2')).status).toBe(400);
    },
  );
});

describe('a form of another site', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ];
  const posted = hosted.filter(
    (operation) => operation.errors === 'page' && operation.method === 'POST' && !operation['x-cross-site'],
  );

  test.for(posted)('$id rejects the form', async (operation, { service: { anonymous, ours } }) => {
    const target = targetOf(operation, values(operation, ours.orgId ?? ''));
    for (const from of foreign) {
      const headers: Record<string, string> = { ...from, 'content-type': formType };
      const { status, headers: told } = await anonymous.send('POST', target, {
        headers,
        body: '',
        ...manual,
      });
      expect({ from, status, code: told.get('x-error-code') }).toEqual({
        from,
        status: 403,
        code: 'CROSS_SITE_REQUEST',
      });
    }
  });

  test('reaches at least one hosted operation', () => expect(hosted.length).toBeGreaterThan(0));
});
