import { describe, expect, test } from 'vitest'
import { contrast, LINE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from '../../kernel/colors/contrast.ts'
import type { MailContent } from './mail-content.ts'
import { DARK, LIGHT, mailColors } from './mail-style.ts'
import { oneLine } from './one-line.ts'
import { renderMail } from './render-mail.ts'

function aMail(given: Partial<MailContent> = {}): MailContent {
  return {
    language: 'en-US',
    subject: 'Subject',
    preheader: 'Preheader',
    notice: undefined,
    brand: { name: 'Café Bar', colors: { backgroundColor: '#0B5D3B', fontColor: '#FFFFFF' }, logo: undefined },
    title: 'Title',
    amount: { label: 'Amount due', text: '$250.05', note: 'Due July 11, 2026', about: 'A year of service' },
    intro: ['First.', 'Second.'],
    button: { label: 'Pay', url: 'https://pay.example/pay/x?version=v2.1' },
    link: undefined,
    outro: ['Third.'],
    message: { label: 'Message', text: 'one\ntwo' },
    sections: [
      {
        type: 'items',
        items: [{ name: 'Wheel', detail: '2 × $5.00', amount: '$10.00' }],
        sums: [{ label: 'Total', text: '$10.00' }],
      },
      {
        type: 'facts',
        rows: [
          { label: 'Number', text: 'A123' },
          { label: 'Bill to', text: 'Ada\nada@example.com' },
        ],
      },
      { type: 'note', text: 'Attached.' },
    ],
    sender: { why: 'Because.', questions: 'Reply.', lines: ['Café Bar', 'Berlin'] },
    ...given,
  }
}

describe('a mail', () => {
  test('the plain text of a mail has readable paragraphs', () => {
    expect(renderMail(aMail({ notice: 'Test mode' })).text).toBe(
      [
        ...['Test mode', '', 'Title', '', 'Amount due: $250.05', 'Due July 11, 2026', 'A year of service', ''],
        ...['First.', '', 'Second.', '', 'Pay:', 'https://pay.example/pay/x?version=v2.1', '', 'Third.', ''],
        ...['Message:', 'one', 'two', '', 'Wheel (2 × $5.00): $10.00', '', 'Total: $10.00', ''],
        ...['Number: A123', 'Bill to: Ada', '  ada@example.com', '', 'Attached.', ''],
        ...['--', 'Reply.', '', 'Café Bar', 'Berlin', '', 'Because.', ''],
      ].join('\n'),
    )
  })

  test('labels have the colon of the language', () => {
    const amount = { label: 'L', text: 'T', note: undefined, about: undefined }
    const textIn = (language: MailContent['language']) => renderMail(aMail({ language, amount })).text
    expect(textIn('fr-FR')).toContain('L\u00A0: T')
    expect(textIn('ja-JP')).toContain('L：T')
    expect(textIn('de-DE')).toContain('L: T')
  })

  test('a mail shows its content and has one link to a page', () => {
    const { html } = renderMail(aMail())
    expect(html.match(/<a [^>]*href="(?!mailto:)/g)).toHaveLength(1)
    expect(html).toContain('href="https://pay.example/pay/x?version=v2.1"')
    expect(html).toContain('one<br>two')
    expect(html.indexOf('Preheader')).toBeLessThan(html.indexOf('Title'))
    expect(html.indexOf('$250.05')).toBeLessThan(html.indexOf('Wheel'))
    expect(html).toMatch(/Ada<br><a [^>]*><span [^>]*>ada@example.com<\/span><\/a>/)
  })

  test('HTML and text have the same order', () => {
    const parts = [
      'A year of service',
      'Second.',
      'version=v2.1',
      'Third.',
      'Message',
      'Wheel',
      'Number',
      'Reply.',
      'Because.',
    ]
    const { html, text } = renderMail(aMail())
    for (const part of [html, text]) {
      const places = parts.map((words) => part.lastIndexOf(words))
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places).not.toContain(-1)
    }
  })

  test('a link is not a button', () => {
    const { html } = renderMail(
      aMail({ button: undefined, link: { label: 'View receipt', url: 'https://pay.example/' } }),
    )
    expect(html).toMatch(/text-decoration:underline[^>]*>View receipt<\/a>/)
    expect(html).not.toContain('class="button"')
  })

  test('a long address breaks between its parts, is a link where people write to it, and stays whole in the text', () => {
    const address = 'rechnungen?cc=a+b@buchhaltung.rechtsanwaltsgesellschaft.example'
    const sender = { why: `Sent to ${address}.`, questions: undefined, lines: ['Café Bar', address] }

    const { html, text } = renderMail(aMail({ sender }))

    const broken = 'rechnungen?<wbr>cc=<wbr>a+b<wbr>@buchhaltung<wbr>.rechtsanwaltsgesellschaft<wbr>.example'
    const url = 'mailto:rechnungen%3Fcc%3Da%2Bb@buchhaltung.rechtsanwaltsgesellschaft.example'
    expect(html).toMatch(new RegExp(`<a [^>]*href="${RegExp.escape(url)}"[^>]*>${RegExp.escape(broken)}</a>`))
    expect(html).toContain(`Sent to <span class="value">${broken}.</span>`)
    expect(text.split(address)).toHaveLength(3)
  })

  test('an address in a sentence without spaces is separated from the words around it', () => {
    const why = 'このメールは、ログインに使用されているアドレス（tanya.lee@example.com）宛にお送りしています。'
    const { html } = renderMail(aMail({ language: 'ja-JP', sender: { why, questions: undefined, lines: [] } }))
    expect(html).toContain(
      'アドレス（<span class="value"><span style="white-space:nowrap;">tanya.lee@example.com</span></span>）宛に',
    )
  })

  test('a telephone number stays on one line, and a dot between contacts does not begin one', () => {
    const lines = ['Café Bar', '+49 (0) 30 1234567-890123', 'USt-IdNr. DE1']
    const { html } = renderMail(aMail({ sender: { why: 'Because.', questions: undefined, lines } }))
    expect(html).toContain('\u00A0· <span style="white-space:nowrap;">+49 (0) 30 1234567-890123</span>\u00A0· <span')
  })

  test('a contact behind an address that fills its line begins the next one', () => {
    const lines = ['buchhaltung@rechtsanwaltsgesellschaft.example', 'USt-IdNr. DE1']
    const { html } = renderMail(aMail({ sender: { why: 'Because.', questions: undefined, lines } }))
    expect(html).toContain('</a><br><span style="white-space:nowrap;">USt-IdNr. DE1')
  })

  test.each([
    ['Kundennummer', 'KUNDE-2026', false],
    ['Umsatzsteueridentifikationsnummer', 'DE1', true],
    ['Kundennummer', 'KUNDE-2026-0000000000000000000000000000-4711', true],
    ['会社名', '株式会社東京国際貿易総合研究所', false],
    ['日時', '2026年6月30日 10:00:00 UTC', false],
    ['お客様', '勅使河原　龍之介左衛門（経理部　海外取引担当）', true],
    ['Description', 'A sentence that is too long for half of the width of a mail.', true],
  ])('a label stands over its value where a column would cut one of them: %s, %s', (label, text, isStacked) => {
    const { html } = renderMail(aMail({ sections: [{ type: 'facts', rows: [{ label, text }] }] }))
    expect(html.includes('colspan="2"')).toBe(isStacked)
  })

  test('the last sentence above the items has no space of its own, as a button has none', () => {
    const last = (given: Partial<MailContent>): string | undefined =>
      renderMail(aMail(given)).html.match(/margin:([^;]*);[^>]*>Second\./)?.[1]
    expect(last({ button: undefined, outro: [] })).toBe('0 0 0px')
    expect(last({})).toBe('0 0 16px')
  })

  test('HTML in any text is escaped', () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const row = { label: evil, text: evil }
    const { html, subject } = renderMail(
      aMail({
        ...{ subject: `a${evil}\r\nBcc: x@example.com`, preheader: evil, notice: evil, title: evil, intro: [evil] },
        amount: { ...row, note: evil, about: evil },
        link: { label: evil, url: 'https://pay.example/' },
        outro: [evil],
        message: row,
        button: { label: evil, url: 'https://pay.example/' },
        sections: [
          { type: 'items', items: [{ name: evil, detail: evil, amount: evil }], sums: [row] },
          { type: 'facts', rows: [row] },
          { type: 'note', text: evil },
        ],
        sender: { why: evil, questions: evil, lines: [evil] },
      }),
    )
    expect(html).not.toMatch(/<script|<img/)
    expect(subject).not.toMatch(/[\r\n]/)
  })

  test('a logo is an attachment with the merchant’s name as its text, which is not written a second time', () => {
    const logo = { contentId: 'logo', width: 80, height: 40, isLight: false }
    const { html } = renderMail(aMail({ brand: { ...aMail().brand, logo } }))
    expect(html).toContain('src="cid:logo" alt="Café Bar" width="80" height="40"')
    expect(html).not.toContain('class="brand"')
    expect(renderMail(aMail()).html).toMatch(/class="brand"[^>]*>Café Bar</)
  })

  test.each([
    [false, '#0B5D3B', '#ffffff', '#14181e'],
    [true, '#0B5D3B', '#0B5D3B', '#ffffff'],
    [true, '#FFFFFF', '#1f2937', '#ffffff'],
  ])('a logo stands on a plate that shows it, and so does its text: white logo %s, header %s', (...given) => {
    const [isLight, backgroundColor, plate, color] = given
    const logo = { contentId: 'logo', width: 80, height: 40, isLight }
    const colors = { backgroundColor, fontColor: '#000000' }

    const { html } = renderMail(aMail({ brand: { name: 'Café Bar', colors, logo } }))

    expect(html).toMatch(
      new RegExp(`<td bgcolor="${plate}" style="[^"]*background:${plate};[^"]*"><img[^>]*color:${color};`),
    )
  })

  test.each([
    ['$20.00', '$380.00', false],
    ['$11,452,822,246.28', '$60,278,011,822.74', true],
  ])('a tax of %s on %s is not cut on a phone', (text, taxed, isTight) => {
    const sums = [{ label: `Tax 19% on ${taxed}`, text }]

    const { html } = renderMail(aMail({ sections: [{ type: 'items', items: [], sums }] }))

    expect(html.includes('class="line tight"')).toBe(isTight)
  })

  test.each([
    ['$250.05', 36],
    ['$123,456,789.00', 28],
    ['$123,456,789,012.34', 24],
    ['KWD 123,456,789,012.345', 20],
  ])('the large amount %s has %d px', (text, size) => {
    const amount = { label: 'Amount due', text, note: undefined, about: undefined }
    const { html } = renderMail(aMail({ amount }))
    expect(html).toMatch(new RegExp(`class="text amount" style="margin:0;white-space:nowrap;[^"]*font-size:${size}px`))
  })

  test('the subject has one line without invisible marks', () => {
    expect(oneLine(' a\r\nb\u202Ec\u2028d\u0000  e ')).toBe('a b c d e')
  })
})

describe('colors', () => {
  test('text is readable in light and dark mode', () => {
    for (const { text, quiet, card, ground, notice, noticeGround } of [LIGHT, DARK]) {
      for (const on of [card, ground]) {
        expect(contrast(text, on)).toBeGreaterThan(7)
        expect(contrast(quiet, on)).toBeGreaterThan(TEXT_CONTRAST_MIN)
      }
      expect(contrast(notice, noticeGround)).toBeGreaterThan(TEXT_CONTRAST_MIN)
    }
  })

  test.each([
    ['#0B5D3B', '#FFFFFF'],
    ['#FFEE00', '#FFFFFF'],
    ['#FFFFFF', '#000000'],
    ['#777777', '#888888'],
    ['#000', '#000'],
  ])('header and button in the colors %s and %s are readable', (backgroundColor, fontColor) => {
    const { headerGround, headerText, accent, darkAccent } = mailColors({ backgroundColor, fontColor })
    const pairs = [
      [headerGround, headerText],
      [accent.ground, accent.text],
      [darkAccent.ground, darkAccent.text],
    ]
    for (const [ground = '', text = ''] of pairs)
      expect(contrast(ground, text)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN)
    expect(contrast(LIGHT.card, accent.line)).toBeGreaterThanOrEqual(LINE_CONTRAST_MIN)
  })

  test('a color that looks like the dark ground has a line instead of a color in dark mode', () => {
    const dark = renderMail(
      aMail({ brand: { ...aMail().brand, colors: { backgroundColor: '#102030', fontColor: '#FFFFFF' } } }),
    )
    expect(dark.html).toContain(
      `.header{background:${DARK.card}!important;border-bottom:1px solid ${DARK.line}!important}`,
    )
    expect(renderMail(aMail()).html).not.toContain('.header{')
  })

  test('dark mode changes every color that light mode sets', () => {
    const { html } = renderMail(aMail())
    const style = /<style>(.*?)<\/style>/.exec(html)?.[1] ?? ''
    for (const color of Object.values(DARK)) expect(style).toContain(color)
  })
})
