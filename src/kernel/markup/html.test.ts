import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacters } from '../../../test/support/random/any-characters.ts'
import { seed } from '../../../test/support/run/test-run.ts'
import { Html, html } from './html.ts'

describe('a template of markup', () => {
  test('escapes text, in content and in attributes', () => {
    const evil = `<script>alert("1")</script> & 'x'`
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;">' +
        '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>',
    )
  })

  test('takes markup as it is, joins lists and leaves out absent values', () => {
    const items = ['a', 'b'].map((item) => html`<li>${item}</li>`)
    expect(html`<ul>${items}</ul>${undefined}${false}${0}${new Html('<br>')}`.text).toBe(
      '<ul><li>a</li><li>b</li></ul>0<br>',
    )
  })

  test('no text adds an element or ends an attribute', () => {
    fc.assert(
      fc.property(anyCharacters(), (text) => {
        const inside = html`${text}`.text
        expect(inside).not.toMatch(/[<>"']/)
      }),
      { seed, numRuns: 500 },
    )
  })
})
