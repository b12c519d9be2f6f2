import { loadImageLibrary } from '../settings/image-library.ts'
import type { Logo } from '../settings/logo.ts'
import type { PdfLogo } from './document-parts.ts'

/** Four times the size in points: sharp on paper, and small. */
const WIDTH_MAX = 680
const HEIGHT_MAX = 176
const SECONDS_MAX = 20

/** A logo as documents can embed it: of a GIF the first frame, transparency replaced by the color behind it. */
export async function printableLogo({ bytes }: Logo, background: string): Promise<PdfLogo> {
  const sharp = await loadImageLibrary()
  // Stored logos have been checked when they were set.
  return sharp(bytes, { failOn: 'none' })
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: WIDTH_MAX, height: HEIGHT_MAX, fit: 'inside', withoutEnlargement: true })
    .flatten({ background })
    .removeAlpha()
    .toColourspace('srgb')
    .png({ compressionLevel: 9, palette: false })
    .toBuffer()
}
