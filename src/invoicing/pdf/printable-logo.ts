import { brandColors, type HeaderColors } from '../../kernel/colors/brand-colors.ts'
import { loadImageLibrary } from '../settings/image-library.ts'
import type { Logo } from '../settings/logo.ts'
import type { PdfLogo } from './document-parts.ts'

const PAPER = '#FFFFFF'
/** Four times the size in points: sharp on paper, and small. */
const WIDTH_MAX = 680
const HEIGHT_MAX = 224
const PLATE_PADDING = 24
const SECONDS_MAX = 20

/** A logo as documents can embed it: of a GIF the first frame, transparency replaced by a color that shows the logo. */
export async function printableLogo(
  { bytes, isLight }: Pick<Logo, 'bytes' | 'isLight'>,
  header: HeaderColors,
): Promise<PdfLogo> {
  const sharp = await loadImageLibrary()
  const padding = isLight ? PLATE_PADDING : 0
  const background = isLight ? brandColors(header).plateOfLightLogo : PAPER
  // Stored logos have been checked when they were set.
  return sharp(bytes, { failOn: 'none' })
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .extend({ top: padding, right: padding, bottom: padding, left: padding, background })
    .flatten({ background })
    .removeAlpha()
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
}
