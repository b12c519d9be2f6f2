// pure
import {
  type AccentPaint,
  type BrandColors,
  brandColors,
  type HeaderColors,
} from '../../../kernel/colors/brand-colors.ts'
import { Html, html } from '../../../kernel/markup/html.ts'
import type { TabIcon } from '../tab-icon.ts'

/** The grounds of the page, as in the tokens: the frame of a browser continues them. */
const LIGHT_GROUND = '#ffffff'
const DARK_GROUND = '#111418'

type BrandStyle = {
  /** The colors as custom properties. */
  readonly style: Html
  /** The color of the browser's frame. */
  readonly themeColor: Html
  readonly icon: Omit<TabIcon, 'name'>
}

/** By the merchant's colors; there are few of them, and contrasts take time. */
const STYLES_MAX = 1_000
const styles = new Map<string, BrandStyle>()

export function brandStyle(colors: HeaderColors): BrandStyle {
  const key = `${colors.backgroundColor} ${colors.fontColor}`
  const style = styles.get(key) ?? writeStyle(brandColors(colors))
  if (styles.size < STYLES_MAX) styles.set(key, style)
  return style
}

/** The colors were checked when they were set: # and hexadecimal digits, nothing else. */
function writeStyle({ header, darkHeader, accent, darkAccent, plateOfLightLogo }: BrandColors): BrandStyle {
  return {
    style: new Html(
      `:root{--light-logo-plate:${plateOfLightLogo};${shiftStyle(header, plateOfLightLogo)}` +
        `${headerStyle(header)}${accentStyle(accent)}}` +
        `@media (prefers-color-scheme:dark){:root{--plate-shift:0;${lightLogoShift(darkHeader, plateOfLightLogo)}` +
        `${headerStyle(darkHeader)}${accentStyle(darkAccent)}}}`,
    ),
    themeColor:
      darkHeader === undefined
        ? html`<meta name="theme-color" content="${header?.ground ?? LIGHT_GROUND}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK_GROUND}" media="(prefers-color-scheme: dark)">`
        : html`<meta name="theme-color" content="${darkHeader.ground}">`,
    icon: header ?? accent,
  }
}

const UNSEEN = 'calc(-1*var(--space-2))'

/** A plate that cannot be seen is left out of the alignment. */
function shiftStyle(header: BrandColors['header'], plateOfLightLogo: string): string {
  return `--plate-shift:${header === undefined ? UNSEEN : '0'};${lightLogoShift(header, plateOfLightLogo)}`
}

function lightLogoShift(header: BrandColors['header'], plateOfLightLogo: string): string {
  return `--light-logo-shift:${header?.ground === plateOfLightLogo ? UNSEEN : '0'};`
}

function headerStyle(header: BrandColors['header']): string {
  return (
    `--header-ground:${header?.ground ?? 'var(--ground)'};--header-text:${header?.text ?? 'var(--text)'};` +
    `--header-line:${header === undefined ? 'var(--line)' : 'transparent'};`
  )
}

function accentStyle({ ground, text, line }: AccentPaint): string {
  return `--accent:${ground};--accent-text:${text};--accent-line:${line};`
}
