// pure
import { chromaOf, colorDifference } from './color-difference.ts'
import { contrast, darker, LINE_CONTRAST_MIN, lighter, readableOn } from './contrast.ts'

const WHITE = '#FFFFFF'
/** The dark grounds of pages and of the cards of mails. */
const DARK_GROUND = '#111418'
const DARK_CARD = '#1c2127'
const DEFAULT_ACCENT = '#1f2937'
const LIGHT_ACCENT = '#e5e7eb'
/** Shares of white or black. */
const TINTS = [0, 0.1, 0.2, 0.3, 0.4]
const SHADES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
/** Below this, people take a color for the ground. */
const DIFFERENCE_MIN = 0.04
const CHROMA_MIN = 0.04

/** The colors that a merchant chose for its header: # and 3 or 6 hexadecimal digits. */
export type HeaderColors = { readonly backgroundColor: string; readonly fontColor: string }

type Paint = { readonly ground: string; readonly text: string }

/** A button; its line separates it from the ground, even if its color is pale. */
export type AccentPaint = Paint & { readonly line: string }

export type BrandColors = {
  /** Undefined if the merchant's header is as white as the rest. */
  readonly header: Paint | undefined
  /** The same on a dark ground; also undefined if the merchant's color looks like that ground. */
  readonly darkHeader: Paint | undefined
  /** Buttons on a white ground. */
  readonly accent: AccentPaint
  /** The same on a dark ground. */
  readonly darkAccent: AccentPaint
  /** Under a white logo, which cannot be seen on a white plate: the merchant's color if white is seen on it. */
  readonly plateOfLightLogo: string
}

/** The merchant's colors, except where people would take them for the ground; text on them is always readable. */
export function brandColors({ backgroundColor, fontColor }: HeaderColors): BrandColors {
  const paint = { ground: backgroundColor, text: readableOn(backgroundColor, fontColor) }
  const header = differs(backgroundColor, WHITE) ? paint : undefined
  const isOnDark = differs(backgroundColor, DARK_GROUND) && differs(backgroundColor, DARK_CARD)
  return {
    header,
    darkHeader: isOnDark ? header : undefined,
    accent: accentPaint(WHITE, accentOnWhite({ backgroundColor, fontColor }) ?? DEFAULT_ACCENT),
    darkAccent: accentPaint(DARK_GROUND, accentOnDark([backgroundColor, fontColor]) ?? LIGHT_ACCENT),
    plateOfLightLogo: contrast(backgroundColor, WHITE) >= LINE_CONTRAST_MIN ? backgroundColor : DEFAULT_ACCENT,
  }
}

/** A color of the header that is not shown as the merchant chose it. */
export type ReplacedColor = {
  readonly name: keyof HeaderColors
  readonly color: string
  /** Undefined if the header has no color of its own. */
  readonly by: string | undefined
}

/** The colors that payers do not see in the header: a ground as white as the rest, a text that cannot be read. */
export function replacedColors({ backgroundColor, fontColor }: HeaderColors): readonly ReplacedColor[] {
  const { header } = brandColors({ backgroundColor, fontColor })
  if (header === undefined) {
    const isWhite = colorDifference(backgroundColor, WHITE) === 0
    return isWhite ? [] : [{ name: 'backgroundColor', color: backgroundColor, by: undefined }]
  }
  return header.text === fontColor ? [] : [{ name: 'fontColor', color: fontColor, by: header.text }]
}

function differs(color: string, ground: string): boolean {
  return colorDifference(color, ground) >= DIFFERENCE_MIN
}

/** A strong color of the merchant comes before a pale one. A grey text color is a default rather than a brand. */
function accentOnWhite({ backgroundColor, fontColor }: HeaderColors): string | undefined {
  const colors = [backgroundColor, fontColor].filter((color) => color === backgroundColor || !isGrey(color))
  const different = colors.filter((color) => differs(color, WHITE))
  return different.find((color) => contrast(WHITE, color) >= LINE_CONTRAST_MIN) ?? different[0]
}

/** A brand that is too dark for a dark ground keeps its hue: lighter tints of its first color come before the second. */
function accentOnDark(colors: readonly string[]): string | undefined {
  return colors
    .filter((color) => !isGrey(color) && differs(color, WHITE))
    .flatMap((color) => TINTS.map((tint) => lighter(color, tint)))
    .find((color) => contrast(DARK_GROUND, color) >= LINE_CONTRAST_MIN)
}

function accentPaint(around: string, ground: string): AccentPaint {
  const hasContrast = contrast(around, ground) >= LINE_CONTRAST_MIN
  const shade = SHADES.map((share) => darker(ground, share)).find(
    (color) => contrast(around, color) >= LINE_CONTRAST_MIN,
  )
  return { ground, text: readableOn(ground, WHITE), line: hasContrast ? ground : (shade ?? DEFAULT_ACCENT) }
}

/** Black, white, greys, and colors with so little hue that a tint of them looks like a disabled button. */
function isGrey(color: string): boolean {
  return chromaOf(color) < CHROMA_MIN
}
