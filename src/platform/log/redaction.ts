import { isLuhnValid } from '../../kernel/luhn.ts'

/**
 * Removes secrets from log lines by the name of their key, card numbers and passwords in
 * addresses by their look: a reader of a log, or of a copy of it, could otherwise act as a merchant or pay with a card. Everything here is pure; `log.ts` applies it to each finished line.
 */

const REDACTED = '[redacted]'
const CARD = '[card number]'
const DEPTH_MAX = 32

// A key counts as secret by the end of its name, so that `clientSecret` and `x-api-key` are caught.
// `digest` is absent on purpose: it is a hash of the body and helps to debug signatures.
const SECRET_NAME_END =
  'authorization|cookie|signature|password|passphrase|secret|credentials?|(?:secret|api|private)[-_]?key|token|cvv2?|cvc|security[-_]?code|(?:card|account)[-_]?number'
const SECRET_KEY = new RegExp(`(?:${SECRET_NAME_END})$`, 'i')
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
// Values that only look like card numbers are matched first and left alone: a UUID of mostly digits, the
// long fraction of a duration.
const KEPT = `${UUID}|\\d{1,9}\\.\\d{10,}`
const KEPT_OR_DIGITS = new RegExp(`(${KEPT})|\\d(?:[ -]?\\d){12,}`, 'gi')
const BEARER = /\b(bearer|basic) [\w.~+/-]{8,}=*/gi
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"']{0,256}):[^\s"'<>/?#]{1,512}@/gi

// PostgreSQL's own sentences that quote a value or a whole row, in its messages and details.
const QUOTED_VALUE =
  /(invalid input (?:syntax|value) for [^:"]{1,80}|(?:date\/time|interval) field value out of range|malformed \w{1,20} literal|invalid value for parameter [^:]{1,80}|invalid \w{1,30} (?:name|format|string)): \\?".*"/gs
const VALUE_OUT_OF_RANGE = /\bvalue \\?".{0,1000}" (?=is out of range for type )/gs
const FAILING_ROW = /(Failing row contains |Key \([^)]{1,200}\)=)\(.*/gs
/** The logged members of an error of PostgreSQL; the others quote values, rows or statements. */
const POSTGRES_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'name', 'message', 'stack', 'severity', 'code'],
  ...['schema', 'table', 'column', 'dataType', 'constraint', 'routine'],
])

// One cheap pass tells whether a finished line may hold anything secret at all; most lines do not.
const SUSPICIOUS = new RegExp(
  `(?:${SECRET_NAME_END})\\\\?"\\s*:|"severity":|invalid (?:input|value|\\w{1,30} (?:name|format|string))|out of range|malformed|Failing row|\\)=\\(|\\d(?:[ -]?\\d){12}|:\\/\\/[^\\s"/]{1,800}@|(?:bearer|basic) \\S`,
  'i',
)

/** Redacts one finished JSON log line; a line with nothing suspicious is returned as it is. */
export function redactLine(line: string): string {
  if (!SUSPICIOUS.test(line)) return line
  try {
    return `${JSON.stringify(redactValue(JSON.parse(line)))}\n`
  } catch {
    // Not JSON, so there are no keys; secrets that are recognized by their look are still removed.
    return redactText(line)
  }
}

export function redactText(text: string): string {
  return text
    .replace(KEPT_OR_DIGITS, (match, kept?: string) => kept ?? redactDigits(match))
    .replace(QUOTED_VALUE, `$1: ${REDACTED}`)
    .replace(VALUE_OUT_OF_RANGE, `value ${REDACTED} `)
    .replace(FAILING_ROW, `$1${REDACTED}`)
    .replace(URL_PASSWORD, `$1:${REDACTED}@`)
    .replace(BEARER, `$1 ${REDACTED}`)
}

/** Redacts a JSON value at any depth: by key, and by the look of every string and whole number. */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number') return isCardNumber(String(value)) ? CARD : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return REDACTED
  if (Array.isArray(value)) return redactArray(value, depth)
  const entries = Object.entries(value).filter(([key]) => !isPostgresError(value) || POSTGRES_MEMBERS.has(key))
  return Object.fromEntries(entries.map(([key, inner]) => [key, redactEntry(key, inner, depth)]))
}

function isPostgresError(value: object): boolean {
  return 'severity' in value && 'code' in value && typeof value.severity === 'string'
}

function redactEntry(key: string, value: unknown, depth: number): unknown {
  const saysNothing = value === null || typeof value === 'boolean'
  return SECRET_KEY.test(key) && !saysNothing ? REDACTED : redactValue(value, depth + 1)
}

/** Raw headers come as a flat list of names and values, so a secret's name also hides its neighbour. */
function redactArray(list: readonly unknown[], depth: number): unknown[] {
  return list.map((item, index) => {
    const before = index % 2 === 1 ? list[index - 1] : undefined
    return typeof before === 'string' && SECRET_KEY.test(before) ? REDACTED : redactValue(item, depth + 1)
  })
}

/**
 * Card numbers are written in one piece or in groups, and may be next to other digits such as an expiry date. So every
 * sequence of whole groups is tried, longest first; digits that are not a card number are left alone.
 */
function redactDigits(run: string): string {
  const groups = run.split(/([ -])/)
  let text = ''
  let index = 0
  while (index < groups.length) {
    const end = index % 2 === 0 ? cardEnd(groups, index) : undefined
    text += end === undefined ? groups[index] : CARD
    index = end ?? index + 1
  }
  return text
}

function cardEnd(groups: readonly string[], start: number): number | undefined {
  let digits = ''
  let end: number | undefined
  for (let index = start; index < groups.length && digits.length <= 19; index += 2) {
    digits += groups[index]
    if (isCardNumber(digits)) end = index + 1
  }
  return end
}

/** 13 to 19 digits with a right check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  return !isEpochTime(digits) && isLuhnValid(digits)
}

// Times in milli-, micro- and nanoseconds have 13, 16 and 19 digits and begin with 1 until the year
// 2033; one in ten has a right check digit. No card of these lengths begins with 1.
function isEpochTime(digits: string): boolean {
  return digits.startsWith('1') && digits.length % 3 === 1
}
