// pure
import { formatDecimal } from '../../../../src/kernel/decimal.ts'
import { readTypedAmount } from '../../../../src/kernel/reading/typed-amount.ts'
import { decimalsMaxOf } from './filter-texts.ts'

/** One end of a range of amounts as someone typed it. */
export type AmountEnd =
  | { readonly kind: 'amount'; readonly value: string | undefined }
  /** The reader is asked which of these is meant. */
  | { readonly kind: 'ambiguous'; readonly meanings: readonly string[] }
  | { readonly kind: 'wrong' }

export function readAmountEnd(text: string, currency: string | undefined): AmountEnd {
  const read = readTypedAmount(text, { decimalsMax: decimalsMaxOf(currency), currency })
  switch (read.read) {
    case 'amount':
      return { kind: 'amount', value: formatDecimal(read.amount) }
    case 'empty':
      return { kind: 'amount', value: undefined }
    case 'ambiguous':
      return read.meanings.length === 0
        ? { kind: 'wrong' }
        : { kind: 'ambiguous', meanings: read.meanings.map((meaning) => formatDecimal(meaning)) }
    case 'notAnAmount':
    case 'tooManyDecimals':
      return { kind: 'wrong' }
  }
}

/** Whether both ends are there and the first is the larger one. */
export function isReversed(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false
  const [fromWhole = '', toWhole = ''] = [from, to].map((text) => text.split('.')[0])
  if (fromWhole.length !== toWhole.length) return fromWhole.length > toWhole.length
  const width = Math.max(from.length, to.length)
  return padded(from, width) > padded(to, width)
}

function padded(text: string, width: number): string {
  return (text.includes('.') ? text : `${text}.`).padEnd(width + 1, '0')
}
