import { AppError } from '../../kernel/errors.ts'
import { findJsonSyntaxError } from './json-syntax.ts'

// Numbers of up to 15 digits always survive a float, and a name that harms must be spelled out or
// escaped. Texts with neither, nearly all of them, are read by the engine alone.
const NEEDS_CARE = /\\u|__proto__|constructor|\d[eE][+-]?\d|[\d.]{16}/

/**
 * Reads a JSON text without rounding: a number that a float cannot hold exactly arrives as its own
 * source text, a string. Fields for amounts accept text and number alike and so keep every digit;
 * where the contract asks for a plain number, such a value is refused instead of silently changed.
 */
export function parseJson(text: string): unknown {
  try {
    return NEEDS_CARE.test(text) ? JSON.parse(text, reviver) : JSON.parse(text)
  } catch (error) {
    // The engine reads any depth, but hands values to us level by level until its stack is full.
    if (error instanceof RangeError) {
      throw new AppError('invalid', 'INVALID_JSON', 'The body is nested too deeply.')
    }
    if (!(error instanceof SyntaxError)) throw error
    // The engine's message quotes the body, so it is not handed on, not even as the cause.
    throw syntaxRefusal(text)
  }
}

function syntaxRefusal(text: string): AppError {
  const position = findJsonSyntaxError(text)
  const place =
    position === undefined
      ? ''
      : ` at line ${position.line}, column ${position.column} (offset ${position.offset})`
  return new AppError('invalid', 'INVALID_JSON', `The body is not valid JSON${place}.`)
}

function keepExactly(key: string, value: unknown, context: { source?: string }): unknown {
  if (key === '__proto__' || (key === 'constructor' && hasPrototype(value))) {
    throw new AppError('invalid', 'INVALID_JSON', `The body may not hold the name "${key}".`, [
      { field: key, reason: 'INVALID_DATA' },
    ])
  }
  if (typeof value !== 'number' || context.source === undefined) return value
  return isExact(context.source, value) ? value : context.source
}

// The language's type library does not know the third argument yet.
const reviver = keepExactly as (key: string, value: unknown) => unknown

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function isExact(source: string, value: number): boolean {
  if (source.length <= 15 && !/[eE]/.test(source)) return true
  return Number.isFinite(value) && canonical(source) === canonical(String(value))
}

/** One spelling per decimal number: digits without outer zeros, and the power of ten. */
function canonical(decimal: string): string {
  const [mantissa = '', exponent = '0'] = decimal.toLowerCase().replace(/^-/, '').split('e', 2)
  const [whole = '', fraction = ''] = mantissa.split('.', 2)
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = Number(exponent) - fraction.length + digits.length - significant.length
  return `${significant}e${power}`
}
