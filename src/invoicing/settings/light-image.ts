// pure

/** Of 255: lighter pixels are hardly seen on white. */
const SEEN_BELOW = 225
/** Of 255: more transparent pixels are not seen on any ground. */
const VISIBLE_FROM = 32
/** From this share of transparent pixels on, the image has no ground of its own. */
const TRANSPARENT_SHARE_MIN = 0.25
/** A white logo may have an accent in another color. */
const ACCENT_SHARE_MAX = 0.1

/**
 * Whether an image, as red, green, blue and opacity of each pixel, is nearly white. If it has a ground of its own, one
 * darker pixel makes it visible; otherwise a small accent alone is not the logo.
 */
export function isLightImage(pixels: Uint8Array): boolean {
  let [visible, seen] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4)
    if (opacity < VISIBLE_FROM) continue
    visible += 1
    const onWhite = 255 - ((255 - Math.min(red, green, blue)) * opacity) / 255
    if (onWhite < SEEN_BELOW) seen += 1
  }
  const isTransparent = visible <= (pixels.length / 4) * (1 - TRANSPARENT_SHARE_MIN)
  return visible > 0 && seen <= (isTransparent ? visible * ACCENT_SHARE_MAX : 0)
}
