import { AppError, type FieldProblem } from '../../../kernel/errors.ts'
import { findJsonSyntaxError, type TextPosition } from './json-syntax.ts'

/**
 * A float holds every decimal of up to 15 digits that is neither huge nor tiny, so only longer numbers, and those with an
 * exponent of three digits, need a look.
 */
const LONG_NUMBER = /[:[,]\s*-?(?:[\d.]{16}|[\d.]{1,15}[eE][+-]?\d{3})/
const NUMBER_ALONE = /^\s*[-\d]/
const STRING_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d{3,})/g
const DIGITS_ALWAYS_EXACT = 15
/** Below it, a float has fewer digits. */
const NORMAL_MIN = 2 ** -1022
const ZERO = 0x30
const QUOTE = 0x22
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
    const value: unknown = JSON.parse(text)
    const hasLongNumber = LONG_NUMBER.test(text) || NUMBER_ALONE.test(text)
    if (!hasLongNumber && !mayHaveHarmfulName(text)) return { value }
    refuseHarmfulNames(value)
    // A function called for each value would hold the thread for most of a second for some bodies of 1 MiB.
    return { value: hasLongNumber ? JSON.parse(text.replace(STRING_OR_LONG_NUMBER, quotedUnlessExact)) : value }
  } catch (error) {
    if (error instanceof HarmfulName) {
      return {
        problem: `must not contain the name "${error.harmfulName}"`,
        details: [{ field: error.harmfulName, reason: 'INVALID_DATA' }],
      }
    }
    // The engine parses any depth; the search for names calls itself until its stack is full.
    if (error instanceof RangeError) return { problem: 'is nested too deeply' }
    if (!(error instanceof SyntaxError)) throw error
    // The engine's message quotes the body, so it is not passed on, not even as the cause.
    return { problem: 'is not valid JSON', at: findJsonSyntaxError(text) }
  }
}

/** Most bodies do not, and need no search. */
function mayHaveHarmfulName(text: string): boolean {
  if (text.includes('__proto__') || text.includes('constructor')) return true
  return text.includes('\\u00') && ESCAPED_LETTER.test(text)
}

class HarmfulName extends Error {
  readonly harmfulName: string

  constructor(harmfulName: string) {
    super('The JSON has a name that is not allowed.')
    this.harmfulName = harmfulName
  }
}

function refuseHarmfulNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) refuseHarmfulNames(item)
    return
  }
  // The engine makes all of them, `__proto__` included, properties of the object itself.
  for (const name in value) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (name === '__proto__' || (name === 'constructor' && hasPrototype(inner))) throw new HarmfulName(name)
    refuseHarmfulNames(inner)
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function quotedUnlessExact(token: string): string {
  return token.charCodeAt(0) === QUOTE || isExact(token) ? token : `"${token}"`
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
