// pure
/** An image as it is shown. */
export type Logo = {
  readonly type: 'image/gif' | 'image/jpeg' | 'image/png'
  readonly bytes: Buffer
  /** Whether it is nearly white, so that it is seen on a dark plate only. */
  readonly isLight: boolean
}

export type LogoChange =
  | { readonly to: 'same' | 'none' }
  | { readonly to: 'another'; readonly sent: Buffer; readonly logo: Logo }

export const LOGO_BYTES_MAX = 1_048_576
export const TOO_LARGE = `is too large: the limit is ${LOGO_BYTES_MAX} bytes`

export type SentLogo =
  | { readonly bytes: Buffer }
  /** Follows the field's name. */
  | { readonly problem: string }

/** Responses have this prefix; its type is ignored. */
const DATA_URI = /^data:[^,]{0,100};base64,/i
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Decodes Base64, also with line breaks and without padding. */
export function readLogo(value: unknown): SentLogo {
  if (typeof value !== 'string') return { problem: 'must be a Base64-encoded image' }
  const text = value.trim().replace(DATA_URI, '').replace(/\s+/g, '')
  if (!BASE64.test(text) || text.replace(/=+$/, '').length % 4 === 1) {
    return { problem: 'is not valid Base64' }
  }
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > LOGO_BYTES_MAX) {
    return { problem: TOO_LARGE }
  }
  return { bytes }
}

export function dataUriOf({ type, bytes }: Pick<Logo, 'type' | 'bytes'>): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
