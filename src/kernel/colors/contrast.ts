// pure
import { channelsOf, linearOf } from './channels.ts'

/** The contrast that WCAG requires of text, and of lines and rings. */
export const TEXT_CONTRAST_MIN = 4.5
export const LINE_CONTRAST_MIN = 3

const WHITE = '#FFFFFF'
const BLACK = '#000000'

/** The color if text in it can be read on the background; otherwise black or white, whichever is read better. */
export function readableOn(background: string, wanted: string): string {
  if (contrast(background, wanted) >= TEXT_CONTRAST_MIN) return wanted
  return contrast(background, BLACK) >= contrast(background, WHITE) ? BLACK : WHITE
}

/** From 1 for equal colors to 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The color mixed with a share of white. */
export function lighter(color: string, share: number): string {
  return mixed(color, 255, share)
}

/** The color mixed with a share of black. */
export function darker(color: string, share: number): string {
  return mixed(color, 0, share)
}

function mixed(color: string, target: number, share: number): string {
  if (share === 0) return color
  const channels = channelsOf(color).map((channel) => Math.round(channel + (target - channel) * share))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** As WCAG 2 defines it, of #RGB or #RRGGBB. */
function luminance(color: string): number {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
