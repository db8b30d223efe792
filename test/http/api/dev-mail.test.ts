import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailer } from '../../../src/platform/mail.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
const dataDir = mkdtempSync(join(tmpdir(), 'keyward-outbox-'));
const link = 'http://localhost:3000/login/org_x/invite/a_long-token.with?signs=1&more=2#here';

beforeAll(async () => {
  service = await startTestService({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  service.anonymous.send('GET', path, { headers });

async function send(subject: string, text: string, html: string): Promise<void> {
  const mailer = createMailer({ smtpUrl: undefined, mailFrom: undefined, databaseUrl: undefined, dataDir });
  await mailer.send({ to: { name: 'Ünal <b>', address: 'unal@example.com' }, subject, text, html });
}

/** With a Host header that fetch would not send. */
const statusAs = (host: string, origin = service.origin): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    request({ port, host: '127.0.0.1', path: '/dev/mail', headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('/dev/mail', () => {
  test('shows a message before the first mail arrives', async () => {
    const { status, body } = await get('/dev/mail');
    expect([status, body]).toEqual([200, expect.stringContaining('No emails yet.')]);
  });

  test('lists mails newest first, and shows them as text with links and as sandboxed HTML', async () => {
    const long = `${'Grüße aus dem Süden, sehr lang und noch länger als eine Zeile im Kopf es sein darf, ja? '.repeat(2)}✉`;
    await send('First', 'plain text', '<!doctype html><html><head></head><body>x</body></html>');
    const text = `Hello <i>Ünal</i>,\n\n${link}\n\n= equals, and a line that is very much longer than seventy-six characters, as quoted-printable breaks those.\n`;
    const page = `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"></head>\n<body><p>Grüße</p><script>x()</script><a href="${link.replaceAll('&', '&amp;')}">go</a></body>\n</html>\n`;
    await send(long, text, page);

    const { body: list, headers } = await get('/dev/mail');
    expect(headers.get('cache-control')).toBe('no-store');
    const paths = [...list.matchAll(/href="(\/dev\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(paths).toHaveLength(2);
    expect(list.indexOf(long.trim())).toBeLessThan(list.indexOf('>First<'));
    expect(list).toContain('Ünal &lt;b&gt;');

    const { body: shown, headers: strict } = await get(paths[0] ?? '');
    expect(shown).toContain(`<a href="${link.replaceAll('&', '&amp;')}"`);
    expect(shown).toContain('Hello &lt;i&gt;Ünal&lt;/i&gt;,');
    expect(shown).toContain(
      '= equals, and a line that is very much longer than seventy-six characters, as quoted',
    );
    expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(strict.get('content-security-policy')).toMatch(/default-src 'none';.*frame-src 'self'/);

    const { body: frame, headers: framed } = await get(`${paths[0]}/html`);
    expect(frame).toBe(page.replace('<head>', '<head><base target="_blank">'));
    expect(framed.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox allow-popups/);
    expect(framed.get('content-security-policy')).not.toContain('script');
  });

  test('shows the logo that a mail brings, and loads nothing', async () => {
    const mailer = createMailer({ smtpUrl: undefined, mailFrom: undefined, databaseUrl: undefined, dataDir });
    const [id, bytes] = ['logo@keyward', Buffer.from('89504e470d0a1a0a', 'hex')];
    await mailer.send({
      to: { name: '', address: 'unal@example.com' },
      subject: 'With a logo',
      text: 'plain text',
      html: `<!doctype html>\n<html><head></head><body><img src="cid:${id}" alt="Ours"/><p>Grüße</p></body></html>`,
      logo: { id, type: 'image/png', bytes },
    });
    const { body: list } = await get('/dev/mail');
    const [, path = ''] = /href="(\/dev\/mail\/[^"]+)">With a logo</.exec(list) ?? [];
    expect((await get(path)).body).toContain('plain text');
    const { body: frame } = await get(`${path}/html`);
    expect(frame).toContain(
      `<img src="data:image/png;base64,${bytes.toString('base64')}" alt="Ours"/><p>Grüße</p>`,
    );
  });

  test('reads only mails', async () => {
    writeFileSync(join(dataDir, 'secret.eml'), 'secret');
    writeFileSync(join(dataDir, 'outbox', 'mine.eml'), 'Subject: mine\r\n\r\nmine');
    for (const path of [
      '/mine',
      '/..%2fsecret',
      '/../secret',
      '/%2e%2e/secret',
      '/mine/html',
      '/x/y/z',
      '/__proto__',
    ])
      expect((await get(`/dev/mail${path}`)).status).toBe(404);
    expect((await get('/dev/mail')).body).not.toContain('mine');
    expect((await service.anonymous.send('POST', '/dev/mail')).status).toBe(405);
  });

  test('does not exist for proxies, or under a host name that is not local', async () => {
    expect((await get('/dev/mail', { 'x-forwarded-for': '127.0.0.1' })).status).toBeGreaterThan(400);
    expect(await statusAs('rebound.example.org')).toBe(404);
    expect(await statusAs('localhost.example.org:3000')).toBe(404);
    expect(await statusAs('localhost@evil.example')).toBe(404);
    expect(await statusAs('[::1]:3000')).toBe(200);
  });

  test('does not exist with a public BASE_URL, because a silent proxy may forward requests', async () => {
    const node = await service.startNode({ BASE_URL: 'https://id.example.com' });
    for (const host of ['127.0.0.1', 'id.example.com']) expect(await statusAs(host, node.origin)).toBe(404);
    await node.stop();
  });

  test('does not exist with a mail server, or with an external database', async () => {
    const others: Record<string, string>[] = [
      { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.com' },
      { DATABASE_URL: 'postgres://nowhere/' },
    ];
    for (const env of others) {
      const node = await service.startNode(env);
      expect((await fetch(`${node.origin}/dev/mail`)).status).toBe(404);
      await node.stop();
    }
  });
});
