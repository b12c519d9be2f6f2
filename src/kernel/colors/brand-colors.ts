import { contrast, LINE_CONTRAST_MIN, lighter, readableOn } from './contrast.ts'

const WHITE = '#FFFFFF'
/** The grounds of everything that payers see, by day and by night. */
const DARK_GROUND = '#111418'
const DEFAULT_ACCENT = '#1f2937'
const LIGHT_ACCENT = '#e5e7eb'
/** Shares of white. */
const TINTS = [0, 0.1, 0.2, 0.3, 0.4]
/** Below this, a color looks like white paper. */
const GROUND_CONTRAST_MIN = 1.1

/** The colors that a merchant chose for its header: # and 3 or 6 hexadecimal digits. */
export type HeaderColors = { readonly backgroundColor: string; readonly fontColor: string }

type Paint = { readonly ground: string; readonly text: string }

export type BrandColors = {
  /** Undefined if the merchant's header is as white as the rest. */
  readonly header: Paint | undefined
  /** Buttons and links on a white ground. */
  readonly accent: Paint
  /** The same on a dark ground. */
  readonly darkAccent: Paint
}

/** The merchant's colors where they can be read, and neutral ones where they cannot. */
export function brandColors({ backgroundColor, fontColor }: HeaderColors): BrandColors {
  const isPlain = contrast(backgroundColor, WHITE) < GROUND_CONTRAST_MIN
  const accent = accentOn(WHITE, [backgroundColor, fontColor]) ?? DEFAULT_ACCENT
  const darkAccent = accentOn(DARK_GROUND, darkCandidates([backgroundColor, fontColor])) ?? LIGHT_ACCENT
  return {
    header: isPlain ? undefined : { ground: backgroundColor, text: readableOn(backgroundColor, fontColor) },
    accent: { ground: accent, text: readableOn(accent, WHITE) },
    darkAccent: { ground: darkAccent, text: readableOn(darkAccent, WHITE) },
  }
}

/** A brand that is too dark for a dark ground keeps its hue: lighter tints of its first color come before the second. */
function darkCandidates(colors: readonly string[]): readonly string[] {
  return colors.flatMap((color) => TINTS.map((share) => lighter(color, share)))
}

/** The first of the merchant's colors that stands out from the ground. */
function accentOn(ground: string, colors: readonly string[]): string | undefined {
  return colors.find((color) => contrast(ground, color) >= LINE_CONTRAST_MIN && !isGrey(color))
}

/** Black, white and greys are defaults rather than a brand. */
function isGrey(color: string): boolean {
  const digits = color.slice(1).toLowerCase()
  const size = digits.length / 3
  return new Set([digits.slice(0, size), digits.slice(size, 2 * size), digits.slice(2 * size)]).size === 1
}
