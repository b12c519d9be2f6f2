// pure
import { Html, type HtmlPart, html } from '../../kernel/markup/html.ts'
import type { MailContent, MailItem, MailRow, MailSection } from './mail-content.ts'
import { FONT, LIGHT, type MailColors, mailColors, styleElement } from './mail-style.ts'

const WIDTH = 560
const PAD = 32
/** Keeps programs from showing the beginning of the mail after the preheader. */
const FILLER = new Html('&#847;&zwnj;&nbsp;'.repeat(60))
const LAYOUT = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"')
const TABULAR = 'font-variant-numeric:tabular-nums;'

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
<table ${LAYOUT} width="100%" class="ground" style="background:${LIGHT.ground};"><tr><td align="center" class="outer" style="padding:24px 12px;">
${new Html(`<!--[if mso]><table ${LAYOUT} width="${WIDTH}"><tr><td><![endif]-->`)}
<table ${LAYOUT} width="100%" class="card" style="max-width:${WIDTH}px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;border-collapse:separate;">
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

function font(size: number, more = ''): string {
  return `font-family:${FONT};font-size:${size}px;line-height:1.5;${more}`
}

/** A row of the column. */
function row(padding: string, body: Html): Html {
  return html`<tr><td class="pad" style="padding:${padding};">${body}</td></tr>
`
}

function noticeRow({ notice }: MailContent): Html {
  if (notice === undefined) return html``
  const style = `padding:8px ${PAD}px;background:${LIGHT.noticeGround};border-radius:11px 11px 0 0;text-align:center;${font(14, `color:${LIGHT.notice};`)}`
  return html`<tr><td class="pad notice header" style="${style}">${notice}</td></tr>
`
}

function headerRow(
  { brand: { name, logo }, notice }: MailContent,
  { header, headerGround, headerText }: MailColors,
): Html {
  const corners = notice === undefined ? 'border-radius:11px 11px 0 0;' : ''
  const line = header === undefined ? `border-bottom:1px solid ${LIGHT.line};` : ''
  const image =
    logo &&
    html`<td style="padding:4px 12px 4px 0;"><img src="cid:${logo.contentId}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;border:0;padding:4px;background:#ffffff;border-radius:6px;"></td>`
  return html`<tr><td class="pad header" bgcolor="${headerGround}" style="padding:20px ${PAD}px;background:${headerGround};${corners}${line}">
<table ${LAYOUT}><tr>${image}<td class="brand" style="${font(16, `font-weight:600;color:${headerText};`)}">${name}</td></tr></table>
</td></tr>
`
}

/** The title, the amount, the introduction and the button. */
function leadRow({ title, amount, intro, button }: MailContent, colors: MailColors): Html {
  const heading = html`<h1 class="text" style="margin:0 0 16px;${font(20, `line-height:1.3;font-weight:600;color:${LIGHT.text};`)}">${title}</h1>`
  return row(
    `32px ${PAD}px 28px`,
    html`${heading}
${amount && amountPart(amount)}
${intro.map(
  (sentence) => html`<p class="text" style="margin:0 0 16px;${font(16, `color:${LIGHT.text};`)}">${sentence}</p>
`,
)}${button && buttonPart(button, colors)}`,
  )
}

function amountPart({ label, text, note }: NonNullable<MailContent['amount']>): Html {
  return html`<p class="quiet" style="margin:0;${font(14, `color:${LIGHT.quiet};`)}">${label}</p>
<p class="text" style="margin:0;${font(36, `line-height:1.2;font-weight:600;color:${LIGHT.text};${TABULAR}`)}">${text}</p>
<p class="quiet" style="margin:4px 0 20px;${font(16, `color:${LIGHT.quiet};`)}">${note}</p>`
}

function buttonPart({ label, url }: NonNullable<MailContent['button']>, { accent }: MailColors): Html {
  const link = `display:block;padding:12px 28px;text-decoration:none;text-align:center;${font(16, `font-weight:600;color:${accent.text};`)}`
  return html`<table ${LAYOUT} class="wide" style="margin-top:4px;"><tr><td class="button" bgcolor="${accent.ground}" style="background:${accent.ground};border-radius:8px;"><a href="${url}" style="${link}">${label}</a></td></tr></table>`
}

function messageRow({ label, text }: MailRow): Html {
  const lines = text.split(/\r\n?|\n/).flatMap((line, index) => (index === 0 ? [line] : [html`<br>`, line]))
  return row(
    `0 ${PAD}px 28px`,
    html`<table ${LAYOUT} width="100%"><tr><td class="line" style="padding:0 0 0 16px;border-left:3px solid ${LIGHT.line};">
<p class="quiet" style="margin:0 0 4px;${font(14, `color:${LIGHT.quiet};`)}">${label}</p>
<p class="text" style="margin:0;word-break:break-word;${font(16, `color:${LIGHT.text};`)}">${lines}</p>
</td></tr></table>`,
  )
}

function sectionRow(section: MailSection): Html {
  if (section.type === 'note') {
    const style = `margin:0;${font(14, `color:${LIGHT.quiet};`)}`
    return row(`0 ${PAD}px 24px`, html`<p class="quiet" style="${style}">${section.text}</p>`)
  }
  const rows = section.type === 'facts' ? section.rows.map((fact) => factRow(fact)) : itemRows(section)
  return row(
    `0 ${PAD}px 24px`,
    html`<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="border-top:1px solid ${LIGHT.line};">
${rows}</table>`,
  )
}

function itemRows({ items, sums }: Extract<MailSection, { type: 'items' }>): readonly Html[] {
  return [
    ...items.map(itemRow),
    ...sums.map((sum, index) => factRow(sum, { isFirst: index === 0, isStrong: index === sums.length - 1 })),
  ]
}

function itemRow({ name, detail, amount }: MailItem): Html {
  const more = detail && html`<br><span class="quiet" style="font-size:14px;color:${LIGHT.quiet};">${detail}</span>`
  return html`<tr><th scope="row" class="text" align="left" valign="top" style="padding:12px 16px 0 0;word-break:break-word;${font(16, `font-weight:400;text-align:left;color:${LIGHT.text};`)}">${name}${more}</th><td class="text" align="right" valign="top" style="padding:12px 0 0;white-space:nowrap;${font(16, `color:${LIGHT.text};${TABULAR}`)}">${amount}</td></tr>
`
}

type FactStyle = { readonly isFirst?: boolean; readonly isStrong?: boolean }

/** The first sum has a line above it; the last one is emphasized. */
function factRow({ label, text }: MailRow, { isFirst = false, isStrong = false }: FactStyle = {}): Html {
  const weight = isStrong ? 'font-weight:600;' : 'font-weight:400;'
  const [tone, color] = isStrong ? ['text', LIGHT.text] : ['quiet', LIGHT.quiet]
  const gap = isFirst
    ? html`<tr><td colspan="2" class="line" style="padding:12px 0 0;border-bottom:1px solid ${LIGHT.line};font-size:0;line-height:0;"></td></tr>
`
    : undefined
  return html`${gap}<tr><th scope="row" class="${tone}" align="left" valign="top" style="padding:10px 16px 0 0;${font(14, `${weight}text-align:left;color:${color};`)}">${unbroken(label)}</th><td class="text" align="right" valign="top" style="padding:10px 0 0;word-break:break-word;${font(14, `${weight}color:${LIGHT.text};${TABULAR}`)}">${text}</td></tr>
`
}

/** Short enough for one line of a phone, beside others. */
const UNBROKEN_LENGTH_MAX = 24

function unbroken(text: string): HtmlPart {
  return text.length > UNBROKEN_LENGTH_MAX ? text : html`<span style="white-space:nowrap;">${text}</span>`
}

function senderRow({ sender: { why, questions, lines } }: MailContent): Html {
  const style = `margin:0 0 8px;${font(13, `color:${LIGHT.quiet};`)}`
  const contact = lines.flatMap((line, index) => (index === 0 ? [unbroken(line)] : [' · ', unbroken(line)]))
  const paragraphs = [questions, contact, why].filter((part) => part !== undefined && part.length > 0)
  return html`<tr><td class="pad line" style="padding:20px ${PAD}px 20px;border-top:1px solid ${LIGHT.line};">
${paragraphs.map(
  (paragraph) => html`<p class="quiet" style="${style}">${paragraph}</p>
`,
)}</td></tr>
`
}
