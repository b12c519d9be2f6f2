import { hash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** A mail as its recipient got it, without its attachments. */
export type KeptMail = {
  readonly subject: string
  /** BCP 47. */
  readonly language: string
  readonly html: string
  readonly text: string
}

/** An image that the HTML names as `cid:<contentId>`. */
export type MailImage = { readonly contentId: string; readonly contentType: string; readonly content: Buffer }

type Key = { readonly organizationId: string; readonly mailId: string }
/** The images are stored once for all mails of an organization, by their hashes. */
type Sealed = KeptMail & { readonly images: readonly { readonly contentId: string; readonly hash: string }[] }

/** Larger than any mail that is composed here. */
const BYTES_MAX = 4 * 1024 * 1024

/** Compressed, since mails repeat themselves, and encrypted, since payment links in them are worth money. */
export function sealMail(
  secrets: Secrets,
  key: Key,
  { subject, language, html, text, images }: KeptMail & { readonly images: readonly MailImage[] },
): Buffer {
  const sealed: Sealed = {
    ...{ subject, language, html, text },
    images: images.map(({ contentId, content }) => ({ contentId, hash: imageHash(content).toString('hex') })),
  }
  return secrets.seal(zstdCompressSync(JSON.stringify(sealed)), contextOf(key))
}

export function openMail(secrets: Secrets, key: Key, content: Buffer): Sealed {
  const json = zstdDecompressSync(secrets.open(content, contextOf(key)), { maxOutputLength: BYTES_MAX })
  return JSON.parse(json.toString()) as Sealed
}

export function imageHash(content: Buffer): Buffer {
  return hash('sha256', content, 'buffer')
}

function contextOf({ organizationId, mailId }: Key): string {
  return `mail ${organizationId} ${mailId}`
}
