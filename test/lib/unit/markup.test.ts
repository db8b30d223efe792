import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, type Markup, raw } from '../../../src/lib/markup.ts';
import { isolated } from '../../../src/lib/shown-text.ts';

describe('html', () => {
  test('escapes every value as text', () => {
    const evil = `<script>alert("x")</script> & 'y'`;
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
    );
  });

  test('leaves no character that could end a text or a quoted attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: written } = html`${text}`;
        expect(written.replace(/<\/?bdi>/g, '')).not.toMatch(/[<>"']/);
        expect(written.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });

  test('inserts markup into markup unchanged, once', () => {
    expect(html`<b>${html`<i>${'<'}</i>`}</b>`.text).toBe('<b><i>&lt;</i></b>');
    expect(html`${[html`<br>`, '<br>', [raw('<hr>')]]}`.text).toBe('<br>&lt;br&gt;<hr>');
  });

  test('does not treat a lookalike object as markup', () => {
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

  test('isolates text of users, and removes what disguises it', () => {
    const [name, stored] = [isolated('שלום'), 'elgooG\u202e\u200b'];
    expect(html`<title>${name}</title><p id="${stored}">${`Allow ${name}?`} ${stored}</p>`.text).toBe(
      `<title>\u2068שלום\u2069</title><p id="${stored}">Allow <bdi>שלום</bdi>? elgooG</p>`,
    );
    expect(html`<b>${'שלום'}</b> (${'ada'})`.text).toBe('<b><bdi>שלום</bdi></b> (ada)');
    expect(html`<a title="x" href="/${stored}">${html`<b>${stored}</b>`}</a>`.text).toBe(
      `<a title="x" href="/${stored}"><b>elgooG</b></a>`,
    );
    // Long words of our own texts have soft hyphens.
    expect(html`<h1>${'Zwei\u00adfaktor'}</h1>`.text).toBe('<h1>Zwei\u00adfaktor</h1>');
    expect(html`<pre>${'a\n\tb\u2066c'}</pre>`.text).toBe('<pre>a\n\tbc</pre>');
  });

  test('writes what its template says and replaces nothing in it', () => {
    expect(html`a\nb ${'$1 $& $`'} c`.text).toBe('a\nb $1 $&amp; $` c');
  });
});
