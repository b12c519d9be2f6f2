import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { LIMIT_DEFAULT, LIMIT_MAX, SEARCH_LENGTH_MAX } from './earlier-line.ts'

/** The documented form of lines of earlier invoices. */

export const EarlierLinesQuery = Type.Object({
  search: Type.String({
    minLength: 1,
    maxLength: SEARCH_LENGTH_MAX,
    description: 'Part of the name or the SKU, in any letter case and without accents.',
  }),
  currency: Type.Optional(Type.String({ description: 'Of the invoices; ISO 4217. Otherwise all.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT })),
  ...ActingFor.properties,
})

const EarlierLine = Type.Object({
  productName: Type.String(),
  productSku: Type.String(),
  unitPrice: Type.Optional(Type.Number()),
  taxRate: Type.Optional(Type.Number({ description: 'In percent.' })),
  currency: Type.String({ description: 'Of the invoice that the line is from.' }),
})

export const EarlierLines = Type.Object({
  lines: Type.Array(EarlierLine, {
    description: 'Each name and SKU once, as on the newest invoice that has it; the newest first.',
  }),
})
