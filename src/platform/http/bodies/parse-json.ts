import { AppError, type FieldProblem } from '../../../kernel/errors.ts'
import { findJsonSyntaxError, type TextPosition } from './json-syntax.ts'

/**
 * A float holds every decimal of up to 15 digits that is neither huge nor tiny, so only longer numbers, and those with an
 * exponent of three digits, need a look.
 */
const LONG_NUMBER = /[:[,]\s*-?(?:[\d.]{16}|[\d.]{1,15}[eE][+-]?\d{3})/
const NUMBER_ALONE = /^\s*[-\d]/
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d{3,})/g
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const SPACES = ' \t\n\r'
const DIGITS_ALWAYS_EXACT = 15
/** Below it, a float has fewer digits. */
const NORMAL_MIN = 2 ** -1022
const ZERO = 0x30
const QUOTE = 0x22
const BACKSLASH = 0x5c
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Far above what any body needs; a sender of deeper nesting would end the process by filling its stack. */
const DEPTH_MAX = 1_000
/** Letters that need no escape, written in one. */
const ESCAPED_LETTER = /\\u00[0-7]/

/** `at` is the position where the string stops being JSON. */
export type ReadJson =
  | { readonly value: unknown }
  | {
      readonly problem: string
      readonly at?: TextPosition | undefined
      readonly details?: readonly FieldProblem[]
    }

/**
 * Reads a JSON text without rounding: a number that a float cannot hold exactly arrives as its own
 * source text, a string. Fields for amounts accept text and number alike and so keep every digit;
 * where the contract asks for a plain number, such a value is refused instead of silently changed.
 */
export function parseJson(text: string): unknown {
  const read = readJson(text)
  if ('value' in read) return read.value
  const { problem, at, details = [] } = read
  const place = at === undefined ? '' : ` at line ${at.line}, column ${at.column} (offset ${at.offset})`
  throw new AppError('invalid', 'INVALID_JSON', `The body ${problem}${place}.`, details)
}

/** Reads JSON without rounding, and returns a problem instead of throwing. */
export function readJson(text: string): ReadJson {
  try {
    const hasLongNumber = LONG_NUMBER.test(text) || NUMBER_ALONE.test(text)
    // A function called for each value, or parsing twice, would hold the thread too long for some bodies of 1 MiB.
    const value: unknown = JSON.parse(hasLongNumber ? text.replace(STRING_OR_LONG_NUMBER, quotedUnlessExact) : text)
    if (depthOf(text) > DEPTH_MAX) return { problem: 'is nested too deeply' }
    const harmful = mayHaveHarmfulName(text) ? harmfulNameIn(value) : undefined
    if (harmful === undefined) return { value }
    const details = [{ field: harmful, reason: 'INVALID_DATA' }]
    return { problem: `must not contain the name "${harmful}"`, details }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The engine's message quotes the body, so it is not passed on, not even as the cause.
    return { problem: 'is not valid JSON', at: findJsonSyntaxError(text) }
  }
}

/** How deep a valid text is nested. The engine parses any depth, but readers of the value recurse for each level. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth += 1
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1
    if (depth > deepest) deepest = depth
  }
  return deepest
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

/** Most bodies do not, and need no search. */
function mayHaveHarmfulName(text: string): boolean {
  if (text.includes('__proto__') || text.includes('constructor')) return true
  return text.includes('\\u00') && ESCAPED_LETTER.test(text)
}

function harmfulNameIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  // The engine makes all of them, `__proto__` included, properties of the object itself.
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || (name === 'constructor' && hasPrototype(inner))) return name
    const below = harmfulNameIn(inner)
    if (below !== undefined) return below
  }
  return undefined
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

/** Quotes a number that a float does not hold. A token that is not a number, or not a value, stays and is refused. */
function quotedUnlessExact(token: string, offset: number, text: string): string {
  if (token.charCodeAt(0) === QUOTE || isExact(token)) return token
  return NUMBER.test(token) && isValue(text, offset, offset + token.length) ? `"${token}"` : token
}

/** Whether a value may be between the two positions: after a bracket, comma or colon, and not before a colon. */
function isValue(text: string, start: number, end: number): boolean {
  let before = start - 1
  while (before >= 0 && SPACES.includes(text.charAt(before))) before -= 1
  let after = end
  while (after < text.length && SPACES.includes(text.charAt(after))) after += 1
  return (before < 0 || '[,:'.includes(text.charAt(before))) && text.charAt(after) !== ':'
}

function isExact(source: string): boolean {
  const value = Number(source)
  if (!Number.isFinite(value)) return false
  const mantissaLength = mantissaEnd(source)
  if (mantissaLength > DIGITS_ALWAYS_EXACT) {
    return String(value) === source || canonical(source) === canonical(String(value))
  }
  if (value === 0) return !/[1-9]/.test(source.slice(0, mantissaLength))
  return Math.abs(value) >= NORMAL_MIN || String(value) === source
}

function mantissaEnd(decimal: string): number {
  const end = Math.max(decimal.indexOf('e'), decimal.indexOf('E'))
  return end < 0 ? decimal.length : end
}

/** One spelling per decimal number: digits without outer zeros, and the power of ten. Linear in its length. */
function canonical(decimal: string): string {
  const mantissa = decimal.slice(decimal.startsWith('-') ? 1 : 0, mantissaEnd(decimal))
  const exponent = Number(decimal.slice(mantissaEnd(decimal) + 1))
  const point = mantissa.indexOf('.')
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1)
  const power = point < 0 ? exponent : exponent - (mantissa.length - point - 1)
  let start = 0
  while (digits.charCodeAt(start) === ZERO) start += 1
  let end = digits.length
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end -= 1
  return start === end ? '0' : `${digits.slice(start, end)}e${power + digits.length - end}`
}
