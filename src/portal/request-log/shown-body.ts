// pure
import { isLuhnValid } from '../../kernel/luhn.ts'
import { shortened } from './logged-request.ts'

const REMOVED = '[removed]'
const BODY_LENGTH_MAX = 16_000
/** A longer body is not looked into: nobody reads it, and it would cost every request. */
const READ_LENGTH_MAX = 256_000
const DEPTH_MAX = 24
/** Names of values that open something or charge somebody. */
const SECRET_NAME =
  /secret|password|token|signature|authorization|credential|cvv|cvn|cvc|securitycode|^code$|^codes$|^link$/i
/** A short key is the name of something; a long one is a secret. */
const KEY_NAME = /^key$|privatekey|apikey/i
const KEY_LENGTH_MIN = 20
const BEARER_KEY = /qk_[0-9a-f]{16}_[\w-]{20,}/g
const CARD_NUMBER = /(?<!\d)\d(?:[ -]?\d){11,18}(?!\d)/g
const CARD_DIGITS_MIN = 12
/** Most texts are neither, and one look is cheaper than two replacements. */
const SUSPECT = /\d(?:[ -]?\d){11}|qk_/
const ACCOUNT_NAME = /^(?:account|routing|card)?number$|accountnumber|routingnumber|iban|trackdata/i

/** The text of a JSON value without secrets and card data. */
export function shownBody(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const text = JSON.stringify(withoutSecrets(value, '', 0))
  return text === undefined ? undefined : shortened(text, BODY_LENGTH_MAX)
}

/** The same of a text; undefined if it is not JSON. */
export function shownText(text: string): string | undefined {
  if (text.length === 0 || text.length > READ_LENGTH_MAX) return undefined
  try {
    return shownBody(JSON.parse(text))
  } catch {
    return undefined
  }
}

function withoutSecrets(value: unknown, name: string, depth: number): unknown {
  if (depth > DEPTH_MAX) return REMOVED
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, name, depth + 1))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([inner, one]) => [inner, withoutSecrets(one, inner, depth + 1)])
    return Object.fromEntries(entries)
  }
  if (value === null || typeof value === 'boolean') return value
  return isSecret(name, String(value)) ? REMOVED : withoutNumbers(value)
}

type NameKind = 'secret' | 'key' | 'plain'

/** Bodies have the same few names again and again. */
const kinds = new Map<string, NameKind>()
const KINDS_MAX = 2_000

function kindOf(name: string): NameKind {
  const known = kinds.get(name)
  if (known !== undefined) return known
  const isSecretName = SECRET_NAME.test(name) || ACCOUNT_NAME.test(name)
  const kind = isSecretName ? 'secret' : KEY_NAME.test(name) ? 'key' : 'plain'
  if (kinds.size >= KINDS_MAX) kinds.clear()
  kinds.set(name, kind)
  return kind
}

function isSecret(name: string, text: string): boolean {
  if (text === '') return false
  const kind = kindOf(name)
  return kind === 'secret' || (kind === 'key' && text.length >= KEY_LENGTH_MIN)
}

/** Wherever a card number or a key stands, in a note too. */
function withoutNumbers(value: unknown): unknown {
  const text = String(value)
  if (text.length < CARD_DIGITS_MIN || !SUSPECT.test(text)) return value
  const shown = text
    .replaceAll(BEARER_KEY, REMOVED)
    .replaceAll(CARD_NUMBER, (digits) => (isLuhnValid(digits.replaceAll(/\D/g, '')) ? REMOVED : digits))
  return shown === text ? value : shown
}
