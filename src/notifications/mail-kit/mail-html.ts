// pure
import { Html, type HtmlPart, html } from '../../kernel/markup/html.ts'
import { addressLink, FONT_AMOUNT, font, lines, row, TABULAR, unbroken, WIDTH, withAddresses } from './html-parts.ts'
import type { MailAction, MailAmount, MailContent, MailRow } from './mail-content.ts'
import { headerRow, noticeRow } from './mail-header.ts'
import { sectionRow } from './mail-sections.ts'
import { LAYOUT, LIGHT, type MailColors, mailColors, PAD, styleElement } from './mail-style.ts'

/** Of an address that has room for others on its line of a phone. */
const ADDRESS_LENGTH_MAX = 30
/** Keeps programs from showing the beginning of the mail after the preheader. */
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(60))

/** The mail as one column, in tables and inline styles, which every mail program understands. */
export function mailHtml(content: MailContent): string {
  const { language, subject, preheader } = content
  const colors = mailColors(content.brand.colors)
  return html`${new Html('<!doctype html>')}
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${new Html(styleElement(colors))}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${preheader}${FILLER}</div>
<div role="main" lang="${language}">
<table ${LAYOUT} width="100%" class="ground" style="table-layout:fixed;background:${LIGHT.ground};"><tr><td align="center" class="outer" style="padding:24px 12px;">
${new Html(`<!--[if mso]><table ${LAYOUT} width="${WIDTH}"><tr><td><![endif]-->`)}
<table ${LAYOUT} width="100%" class="card" style="table-layout:fixed;max-width:${WIDTH}px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;">
${noticeRow(content)}${headerRow(content, colors)}${leadRow(content, colors)}
${content.message && messageRow(content.message)}
${content.sections.map(sectionRow)}
${senderRow(content)}
</table>
${new Html('<!--[if mso]></td></tr></table><![endif]-->')}
</td></tr></table>
</div>
</body>
</html>
`.toString()
}

/** The title, the amount, the introduction, the button and the paragraphs below it. The last has no space of its own. */
function leadRow({ title, amount, intro, button, link, outro }: MailContent, colors: MailColors): Html {
  const isIntroLast = button === undefined && link === undefined && outro.length === 0
  const introSpace = (index: number): string => `0 0 ${isIntroLast && index === intro.length - 1 ? 0 : 16}px`
  const heading = html`<h1 class="text" style="margin:0 0 16px;${font(20, `line-height:1.3;font-weight:600;color:${LIGHT.text};`)}">${title}</h1>`
  return row(
    `32px ${PAD}px 28px`,
    html`${heading}
${amount && amountPart(amount)}
${intro.map((sentence, index) => paragraph(sentence, introSpace(index)))}${button && buttonPart(button, colors)}${link && linkPart(link)}${outro.map((sentence) => paragraph(sentence, '16px 0 0'))}`,
  )
}

function paragraph(sentence: string, margin: string): Html {
  return html`<p class="text" style="margin:${margin};${font(16, `color:${LIGHT.text};`)}">${withAddresses(sentence)}</p>
`
}

/** The longer an amount, the smaller: it stays on one line of a phone of 320 px. */
function amountSize(text: string): number {
  return FONT_AMOUNT.find(({ lengthMax }) => text.length <= lengthMax)?.size ?? 16
}

function amountPart({ label, text, note, about, isStruck = false }: MailAmount): Html {
  const size = amountSize(text)
  const [tone, color] = isStruck ? ['quiet', `${LIGHT.quiet};text-decoration:line-through`] : ['text', LIGHT.text]
  return html`<p class="quiet" style="margin:0;${font(14, `color:${LIGHT.quiet};`)}">${label}</p>
<p class="${tone} amount" style="margin:0;white-space:nowrap;${font(size, `line-height:1.2;font-weight:600;color:${color};${TABULAR}`)}">${text}</p>
${note && html`<p class="quiet" style="margin:4px 0 0;${font(16, `color:${LIGHT.quiet};`)}">${note}</p>`}
${about && html`<p class="text" style="margin:4px 0 0;${font(16, `color:${LIGHT.text};`)}">${about}</p>`}
<div style="height:20px;line-height:20px;font-size:0;">&nbsp;</div>`
}

function buttonPart({ label, url }: MailAction, { accent }: MailColors): Html {
  const link = `display:block;padding:11px 27px;text-decoration:none;text-align:center;${font(16, `font-weight:600;color:${accent.text};${TABULAR}`)}`
  return html`<table ${LAYOUT} class="wide" style="border-collapse:separate;"><tr><td class="button" bgcolor="${accent.ground}" style="background:${accent.ground};border:1px solid ${accent.line};border-radius:8px;"><a href="${url}" style="${link}">${label}</a></td></tr></table>
`
}

function linkPart({ label, url }: MailAction): Html {
  const style = `display:inline-block;padding:10px 0;text-decoration:underline;${font(16, `font-weight:500;color:${LIGHT.text};`)}`
  return html`<p style="margin:-6px 0 -10px;"><a class="text" href="${url}" style="${style}">${label}</a></p>
`
}

function messageRow({ label, text }: MailRow): Html {
  return row(
    `0 ${PAD}px 28px`,
    html`<table ${LAYOUT} width="100%" style="table-layout:fixed;"><tr><td class="line" style="padding:0 0 0 16px;border-left:3px solid ${LIGHT.line};">
<p class="quiet" style="margin:0 0 4px;${font(14, `color:${LIGHT.quiet};`)}">${label}</p>
<p class="text" style="margin:0;${font(16, `color:${LIGHT.text};`)}">${lines(text)}</p>
</td></tr></table>`,
  )
}

function senderRow({ sender: { why, questions, lines: contacts } }: MailContent): Html {
  const style = `margin:0 0 8px;${font(13, `color:${LIGHT.quiet};`)}`
  const contact = contacts.flatMap((line, index): readonly HtmlPart[] => {
    const written = addressLink(line, 'quiet') ?? unbroken(line)
    return index === 0 ? [written] : [separatorAfter(contacts[index - 1] ?? ''), written]
  })
  const paragraphs = [withAddresses(questions ?? ''), contact, withAddresses(why)].filter(hasText)
  return html`<tr><td class="pad line" style="padding:20px ${PAD}px 12px;border-top:1px solid ${LIGHT.line};overflow-wrap:break-word;word-wrap:break-word;">
${paragraphs.map(
  (part) => html`<p class="quiet" style="${style}">${part}</p>
`,
)}</td></tr>
`
}

/** A dot ends a line, and never begins one: behind an address that fills its line there is none. */
function separatorAfter(contact: string): HtmlPart {
  return contact.length > ADDRESS_LENGTH_MAX && addressLink(contact, 'quiet') !== undefined ? html`<br>` : '\u00A0· '
}

function hasText(part: readonly HtmlPart[]): boolean {
  return part.some((text) => text !== '')
}
