// pure
/** The parts of an attachment that the frame of a mail needs. */
type Embedded = {
  readonly contentId: string | undefined
  readonly contentType: string
  readonly content: Buffer | undefined
}

const IMAGE = /^image\/[\w.+-]+$/

/**
 * The HTML of a mail for a frame: images that it names by content id are inlined, and links open in a new tab. The
 * frame has no origin, so nothing else can be loaded.
 */
export function framedMail(html: string, attachments: readonly Embedded[]): string {
  const images = attachments.filter(({ contentType }) => IMAGE.test(contentType))
  const withImages = images.reduce(
    (text, { contentId, contentType, content }) =>
      contentId === undefined || content === undefined
        ? text
        : text.replaceAll(`cid:${contentId}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  )
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(withImages)
    ? withImages.replace(/<head[^>]*>/i, (head) => `${head}${base}`)
    : `${base}${withImages}`
}

/** Allows the mail's own style and images. No script runs, and no form is sent. */
const NOTHING_ELSE =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** For the mail that people see. It has no origin; its links may leave the frame. */
export const MAIL_FRAME_POLICY = `${NOTHING_ELSE}; sandbox allow-popups allow-popups-to-escape-sandbox`

/**
 * For a copy that nobody sees, of which the page reads the height. Only a frame of the page's own origin can be read,
 * so it has that origin, but neither scripts nor links nor forms: nothing in it can act.
 */
export const MEASURED_FRAME_POLICY = `${NOTHING_ELSE}; sandbox allow-same-origin`
