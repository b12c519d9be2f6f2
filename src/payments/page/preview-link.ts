import { paymentLinkOf } from '../../invoicing/pure.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

/** By the machine's clock, as every key that ends. */
export const PREVIEW_MINUTES = 15

const PURPOSE = 'payment page preview'
const PREVIEW = /^(\d{1,12})\.([\w-]{43})$/

type Token = { readonly paymentToken: string }

/** A link to the page of an invoice that cannot be paid yet. Anyone who has it can see the page until it expires. */
export function previewLinkOf(
  secrets: Secrets,
  { paymentToken }: Token,
  { baseUrl, endsAt }: { readonly baseUrl: string; readonly endsAt: Temporal.Instant },
): string {
  const ends = String(endsAt.epochMilliseconds / 1000)
  const code = secrets.code(PURPOSE, `${paymentToken} ${ends}`).toString('base64url')
  return `${paymentLinkOf({ paymentToken }, { baseUrl })}&preview=${ends}.${code}`
}

/** Whether the code in a link allows a preview of its page now. */
export function isPreview(
  secrets: Secrets,
  { paymentToken }: Token,
  { preview, at }: { readonly preview: string | null; readonly at: Temporal.Instant },
): boolean {
  const [, ends = '', code = ''] = PREVIEW.exec(preview ?? '') ?? []
  if (ends === '' || Number(ends) * 1000 <= at.epochMilliseconds) return false
  return secrets.isCodeOf(Buffer.from(code, 'base64url'), PURPOSE, `${paymentToken} ${ends}`)
}
