import http, { type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test } from '../support/service.ts';

const org = 'org_01kahz5v3be4nr7q2m8x9c0d1e';
const scripts = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);

/** Reads a file as it comes over the wire. */
const packedAs = (url: string, encodings: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { headers: { 'accept-encoding': encodings } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }));
      })
      .on('error', reject);
  });

describe('the dashboard at /admin', () => {
  test.for([
    '/admin',
    '/admin/',
    '/admin/proved',
    `/admin/${org}`,
    `/admin/${org}/credentials/cred_x?status=ACTIVE`,
  ])(
    'is one page at %s, under a policy that runs nothing but its files',
    async (path, { service: { origin } }) => {
      const { status, headers, text } = await fetch(origin + path).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        text: await answer.text(),
      }));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
      expect(text).toContain(`nonce="${nonce}"`);
      expect(text).not.toContain('KEYWARD_NONCE');
      expect(text).not.toMatch(/<script(?![^>]* src="\/admin\/assets\/)/);
    },
  );

  test('has another nonce each time', async ({ service: { origin } }) => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${origin}/admin`)).headers.get('content-security-policy')),
    );
    expect(new Set(policies).size).toBe(2);
  });

  test('has files whose names are of their contents, so that browsers keep them', async ({
    service: { origin },
  }) => {
    const html = await (await fetch(`${origin}/admin`)).text();
    for (const path of scripts(html)) {
      const answer = await fetch(origin + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    }
  });

  test('loads at most 250 KB before its first page, and packs it as the browser takes it', async ({
    service: { origin },
  }) => {
    const html = await (await fetch(`${origin}/admin`)).text();
    const paths = [...html.matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.some((path) => path.endsWith('.css'))).toBe(true);
    let sum = 0;
    for (const path of paths) {
      const plain = await (await fetch(origin + path)).text();
      const tags = new Set<unknown>();
      for (const [accepted, encoding, unpack] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip, br;q=0', 'gzip', gunzipSync],
        ['identity', undefined, undefined],
      ] as const) {
        const { headers, bytes } = await packedAs(origin + path, accepted);
        expect([path, headers['content-encoding']]).toEqual([path, encoding]);
        expect((unpack ? unpack(bytes) : bytes).toString()).toBe(plain);
        tags.add(headers.etag);
        if (encoding === 'br') sum += bytes.length;
      }
      expect(tags.size).toBe(3);
    }
    expect(sum).toBeGreaterThan(100 * 1024);
    expect(sum).toBeLessThanOrEqual(250 * 1024);
  });

  test('loads less than 250 KB of compressed script before its first page', async ({
    service: { origin },
  }) => {
    const html = await (await fetch(`${origin}/admin`)).text();
    const sizes = await Promise.all(
      scripts(html).map(
        async (path) => gzipSync(Buffer.from(await (await fetch(origin + path)).arrayBuffer())).length,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024);
  });

  test.for([
    '/admin/assets/../../package.json',
    '/admin/assets/nothing.js',
    '/admin/org_short',
    '/admin/other',
    '/administrator',
    '/admin/assets/',
  ])('knows nothing at %s', async (path, { service: { origin } }) => {
    expect((await fetch(origin + path)).status).toBe(404);
  });

  test('is only read', async ({ service: { origin } }) => {
    const answer = await fetch(`${origin}/admin`, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expect((await fetch(`${origin}/admin`, { method: 'HEAD' })).headers.get('content-length')).not.toBe('0');
  });
});
