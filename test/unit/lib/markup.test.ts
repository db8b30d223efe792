import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, type Markup, raw } from '../../../src/lib/markup.ts';

describe('html', () => {
  test('takes nothing that it is given for HTML', () => {
    const evil = `<script>alert("x")</script> & 'y'`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
    );
  });

  test('leaves no sign that ends a text or a quoted attribute, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: written } = html`${text}`;
        expect(written).not.toMatch(/[<>"']/);
        expect(written.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });

  test('puts markup into markup as it is, once', () => {
    expect(html`<b>${html`<i>${'<'}</i>`}</b>`.text).toBe('<b><i>&lt;</i></b>');
    expect(html`${[html`<br>`, '<br>', [raw('<hr>')]]}`.text).toBe('<br>&lt;br&gt;<hr>');
  });

  test('takes nothing for markup that only looks like it', () => {
    const like: unknown = JSON.parse('{"text":"<script>"}');
    expect(() => html`${like as Markup}`).toThrow();
    expect(html`${JSON.parse('["<b>"]') as string[]}`.text).toBe('&lt;b&gt;');
  });

  test.for<[unknown, string]>([
    [null, ''],
    [undefined, ''],
    [false, ''],
    ['', ''],
    [0, '0'],
    [[], ''],
  ])('writes %j as %j', ([content, text]) => expect(html`${content as string}`.text).toBe(text));

  test('writes what its template says and replaces nothing in it', () => {
    expect(html`a\nb ${'$1 $& $`'} c`.text).toBe('a\nb $1 $&amp; $` c');
  });
});
