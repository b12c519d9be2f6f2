import Type from 'typebox'
import { MONTHS } from './retention.ts'

const Own = Type.Union([Type.Integer({ minimum: MONTHS.min, maximum: MONTHS.max }), Type.Null()])

export const RetentionContract = Type.Object({
  months: Type.Integer({
    description: 'How long records are kept: the own setting, or that of the nearest one above.',
  }),
  ownMonths: Own,
  usualMonths: Type.Integer({ description: 'Without an own setting.' }),
})

export const RetentionChange = Type.Object({ months: Own }, { description: 'Null removes the own setting.' })
