import { AppError, type FieldProblem } from '../../../kernel/errors.ts'
import { findJsonSyntaxError, type TextPosition } from './json-syntax.ts'

// A number of up to 15 digits always survives a float; a bare number is cheap to check.
const LONG_NUMBER = /[:[,]\s*-?(?:[\d.]{16}|\d[\d.]*[eE])/
const NUMBER_ALONE = /^\s*[-\d]/
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
    return { value: needsCare(text) ? JSON.parse(text, reviver) : JSON.parse(text) }
  } catch (error) {
    if (error instanceof HarmfulName) {
      return {
        problem: `must not contain the name "${error.harmfulName}"`,
        details: [{ field: error.harmfulName, reason: 'INVALID_DATA' }],
      }
    }
    // The engine parses any depth, but calls the reviver recursively until its stack is full.
    if (error instanceof RangeError) return { problem: 'is nested too deeply' }
    if (!(error instanceof SyntaxError)) throw error
    // The engine's message quotes the body, so it is not passed on, not even as the cause.
    return { problem: 'is not valid JSON', at: findJsonSyntaxError(text) }
  }
}

/** Most bodies need no check, and are parsed by the engine alone, ten times as fast. */
function needsCare(text: string): boolean {
  if (LONG_NUMBER.test(text) || NUMBER_ALONE.test(text)) return true
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

function keepExactly(key: string, value: unknown, context: { source?: string }): unknown {
  if (key === '__proto__' || (key === 'constructor' && hasPrototype(value))) {
    throw new HarmfulName(key)
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
