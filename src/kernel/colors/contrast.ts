// pure
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
  if (share === 0) return color
  const mixed = channelsOf(color).map((channel) => Math.round(channel + (255 - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** As WCAG 2 defines it, of #RGB or #RRGGBB. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): readonly number[] {
  const digits = color.slice(1)
  const pairs = digits.length === 3 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? [])
  return pairs.map((pair) => Number.parseInt(pair, 16))
}
