// pure
import { type Html, html } from '../../kernel/markup/html.ts'
import { font } from './html-parts.ts'
import type { MailContent, MailLogo } from './mail-content.ts'
import { LAYOUT, LIGHT, type MailColors, PAD } from './mail-style.ts'

const TOP_CORNERS = 'border-radius:11px 11px 0 0;'

/** The same thin line as at the top of the pages. */
export function noticeRow({ notice }: MailContent): Html {
  if (notice === undefined) return html``
  const style = `padding:4px 16px;background:${LIGHT.noticeGround};${TOP_CORNERS}text-align:center;${font(13, `font-weight:500;color:${LIGHT.notice};`)}`
  return html`<tr><td class="notice top" bgcolor="${LIGHT.noticeGround}" style="${style}">${notice}</td></tr>
`
}

/** The merchant's logo, or else its name, on its color. */
export function headerRow({ brand: { name, logo }, notice }: MailContent, colors: MailColors): Html {
  const { header, headerGround, headerText } = colors
  const corners = notice === undefined ? TOP_CORNERS : ''
  const line = header === undefined ? `border-bottom:1px solid ${LIGHT.line};` : ''
  const brand =
    logo === undefined
      ? html`<p class="brand" style="margin:0;${font(16, `font-weight:600;color:${headerText};`)}">${name}</p>`
      : html`<table ${LAYOUT}><tr>${plate(name, logo, colors)}</tr></table>`
  return html`<tr><td class="pad header${notice === undefined && ' top'}" bgcolor="${headerGround}" style="padding:16px ${PAD}px;background:${headerGround};${corners}${line}overflow-wrap:break-word;word-wrap:break-word;">
${brand}
</td></tr>
`
}

/** White, or dark under a white logo, also in dark mode: the image stays as it is. */
function plate(name: string, logo: MailLogo, { plateOfLightLogo }: MailColors): Html {
  const [ground, text] = logo.isLight ? [plateOfLightLogo, LIGHT.card] : [LIGHT.card, LIGHT.text]
  const style = `padding:${logo.isLight ? '6px 8px' : '4px'};background:${ground};border-radius:6px;`
  return html`<td bgcolor="${ground}" style="${style}">${image(name, logo, text)}</td>`
}

/**
 * The name is the alternative text, which stands on the plate if images are off. The style lets the text have the
 * width that it needs; programs that know only the attributes show the image in its size.
 */
function image(name: string, { contentId, width, height }: MailLogo, color: string): Html {
  const style = `display:block;border:0;aspect-ratio:auto;width:auto;height:auto;max-height:${height}px;max-width:100%;${nameFont(name, color)}`
  return html`<img src="cid:${contentId}" alt="${name}" width="${width}" height="${height}" style="${style}">`
}

/** Of one line, two lines or three on a phone: they have the height of the image. */
function nameFont(name: string, color: string): string {
  const [size, lineHeight] = name.length <= 30 ? [16, 1.25] : [13, name.length <= 70 ? 1.25 : 1]
  return font(size, `line-height:${lineHeight};font-weight:600;color:${color};`)
}
