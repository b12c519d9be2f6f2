// pure
import { isKeyId, isSha256Base64, type RequestFacts } from '../credentials/request-facts.ts'

/** The parsed header `signature`. */
export type SignatureHeader = {
  readonly keyId: string
  /** The names of the signed headers, in signing order. */
  readonly names: readonly string[]
  /** Base64. */
  readonly signature: string
}

const PARAMETER = /\s*([A-Za-z]{1,32})\s*=\s*"([^"]*)"\s*(,|$)/y
const TARGET_NAMES = ['request-target', '(request-target)'] as const
const DATE_NAMES = ['date', 'v-c-date'] as const
const ALGORITHM = 'hmacsha256'

/**
 * Reads `keyid="…", algorithm="HmacSHA256", headers="…", signature="…"` in any order and spacing.
 * Undefined if it is incomplete, repeats a part or has another algorithm.
 */
export function parseSignatureHeader(text: string): SignatureHeader | undefined {
  const given = parametersOf(text)
  const keyId = given?.get('keyid')
  const signature = given?.get('signature')
  const names = namesOf(given?.get('headers') ?? '')
  if (given?.get('algorithm')?.toLowerCase() !== ALGORITHM) return undefined
  if (!isKeyId(keyId) || !isSha256Base64(signature) || names === undefined) return undefined
  return { keyId, names, signature }
}

function parametersOf(text: string): ReadonlyMap<string, string> | undefined {
  const given = new Map<string, string>()
  PARAMETER.lastIndex = 0
  for (;;) {
    const [, name, value = '', separator] = PARAMETER.exec(text) ?? []
    if (name === undefined || given.has(name.toLowerCase())) return undefined
    given.set(name.toLowerCase(), value)
    if (separator === '') return given
  }
}

function namesOf(list: string): readonly string[] | undefined {
  const names = list
    .toLowerCase()
    .split(' ')
    .filter((name) => name !== '')
  return new Set(names).size === names.length ? names : undefined
}

/** Whether all required parts are signed: merchant, date, request target and, with a body, its digest. */
export function coversRequest(names: readonly string[], { hasBody }: Pick<RequestFacts, 'hasBody'>): boolean {
  const oneOf = (spellings: readonly string[]): boolean => spellings.some((name) => names.includes(name))
  return (
    names.includes('host') &&
    names.includes('v-c-merchant-id') &&
    oneOf(DATE_NAMES) &&
    oneOf(TARGET_NAMES) &&
    (!hasBody || names.includes('digest'))
  )
}

/** Rebuilds the signed text; undefined if a signed header is missing. */
export function signingString(names: readonly string[], request: RequestFacts, merchantId: string): string | undefined {
  const signedValue = (name: string): string | undefined => {
    if (name === 'v-c-merchant-id') return merchantId
    const isTarget = TARGET_NAMES.some((spelling) => spelling === name)
    return isTarget ? `${request.method.toLowerCase()} ${request.target}` : request.header(name)
  }
  const lines: string[] = []
  for (const name of names) {
    const value = signedValue(name)
    if (value === undefined) return undefined
    lines.push(`${name}: ${value}`)
  }
  return lines.join('\n')
}

/** Every date that is signed, under either of its names. */
export function signedDates(names: readonly string[], { header }: Pick<RequestFacts, 'header'>): readonly string[] {
  return DATE_NAMES.filter((name) => names.includes(name)).map((name) => header(name) ?? '')
}

/** The digest of the header `digest: SHA-256=…`, in Base64; undefined for any other form. */
export function parseDigestHeader(text: string): string | undefined {
  const [, digest] = /^SHA-256=(.*)$/i.exec(text) ?? []
  return isSha256Base64(digest) ? digest : undefined
}
