import { createHash } from 'node:crypto'
import type { MailAttachment, MailLogo } from '../../notifications/pure.ts'
import { loadImageLibrary } from '../settings/image-library.ts'
import type { Logo } from '../settings/logo.ts'

/** The size in which it is shown; the image has twice as many pixels, for sharp screens. */
const WIDTH_MAX = 240
const HEIGHT_MAX = 40
const DENSITY = 2
const SECONDS_MAX = 20
const KEPT_MAX = 64
const CONTENT_ID = 'logo'

export type AttachedLogo = { readonly logo: MailLogo; readonly attachment: MailAttachment }

/** The most recently used logos: all mails of a merchant have the same one. */
const kept = new Map<string, AttachedLogo>()

/** A logo as mails attach it: small, and only the first frame of a GIF. */
export async function attachedLogo({ bytes, isLight }: Pick<Logo, 'bytes' | 'isLight'>): Promise<AttachedLogo> {
  const key = createHash('sha256').update(bytes).digest('base64url')
  const known = kept.get(key) ?? (await shrunk(bytes, isLight))
  kept.delete(key)
  kept.set(key, known)
  for (const oldest of kept.keys()) if (kept.size > KEPT_MAX) kept.delete(oldest)
  return known
}

async function shrunk(bytes: Uint8Array, isLight: boolean): Promise<AttachedLogo> {
  const sharp = await loadImageLibrary()
  // Stored logos were checked when they were set.
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .timeout({ seconds: SECONDS_MAX })
    .resize({ width: WIDTH_MAX * DENSITY, height: HEIGHT_MAX * DENSITY, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
  // A small image is shown as it is.
  const scale = Math.min(1, WIDTH_MAX / info.width, HEIGHT_MAX / info.height)
  return {
    logo: {
      contentId: CONTENT_ID,
      isLight,
      width: Math.max(1, Math.round(info.width * scale)),
      height: Math.max(1, Math.round(info.height * scale)),
    },
    attachment: { filename: 'logo.png', contentType: 'image/png', content: data, contentId: CONTENT_ID },
  }
}
