// pure

import { type BrandColors, brandColors, type HeaderColors } from '../../kernel/colors/brand-colors.ts'
import { Html } from '../../kernel/markup/html.ts'

/** The tokens of web/ui/tokens.css; mail programs know no variables. */
export const FONT =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans','Hiragino Sans','Noto Sans CJK JP','PingFang SC','Microsoft YaHei',Arial,sans-serif"

export const PAD = 32
export const LAYOUT = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"')

export const LIGHT = {
  ground: '#f7f8f9',
  card: '#ffffff',
  text: '#14181e',
  quiet: '#636b77',
  line: '#dfe2e6',
  notice: '#7a4d00',
  noticeGround: '#fff4d6',
} as const

export const DARK: Readonly<Record<keyof typeof LIGHT, string>> = {
  ground: '#111418',
  card: '#1c2127',
  text: '#f1f3f5',
  quiet: '#a5adb8',
  line: '#323942',
  notice: '#ffd479',
  noticeGround: '#33280d',
}

/** The colors of one mail, in light mode as attributes and styles, in dark mode by class. */
export type MailColors = BrandColors & { readonly headerGround: string; readonly headerText: string }

export function mailColors(colors: HeaderColors): MailColors {
  const brand = brandColors(colors)
  return { ...brand, headerGround: brand.header?.ground ?? LIGHT.card, headerText: brand.header?.text ?? LIGHT.text }
}

/** Phones and dark mode; everything else is in the style of each element, because many programs drop this one. */
export function styleElement({ darkHeader, darkAccent }: MailColors): string {
  const dark = [
    `.ground{background:${DARK.ground}!important}`,
    `.card{background:${DARK.card}!important;border-color:${DARK.line}!important}`,
    `.text{color:${DARK.text}!important}`,
    `.quiet{color:${DARK.quiet}!important}`,
    `.line{border-color:${DARK.line}!important}`,
    `.notice{background:${DARK.noticeGround}!important;color:${DARK.notice}!important}`,
    `.button{background:${darkAccent.ground}!important;border-color:${darkAccent.line}!important}`,
    `.button a{color:${darkAccent.text}!important}`,
    ...(darkHeader === undefined
      ? [
          `.header{background:${DARK.card}!important;border-bottom:1px solid ${DARK.line}!important}`,
          `.brand{color:${DARK.text}!important}`,
        ]
      : []),
  ]
  return (
    ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
    'body{-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}' +
    'a{text-underline-offset:2px}.pad{-webkit-hyphens:auto;hyphens:auto}.button,.value{-webkit-hyphens:manual;hyphens:manual}h1{text-wrap:balance}p{text-wrap:pretty}h1,p{word-break:auto-phrase}' +
    '@media(max-width:599px){.outer{padding:0!important}.card{border-width:0!important;border-radius:0!important}' +
    '.top{border-radius:0!important}.pad{padding-left:20px!important;padding-right:20px!important}' +
    '.wide{width:100%!important}}' +
    '@media(max-width:479px){.facts,.facts tbody,.fact,.fact th,.fact td{display:block!important;text-align:left!important}' +
    '.fact td{padding-top:2px!important}.button a{padding-left:12px!important;padding-right:12px!important}' +
    '.tight,.tight tbody,.tight tr,.tight th,.tight td{display:block!important}' +
    '.tight th{padding-right:0!important}.tight td{padding-top:2px!important}}' +
    `@media(prefers-color-scheme:dark){${dark.join('')}}`
  )
}
