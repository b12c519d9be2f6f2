import Type, { type TProperties } from 'typebox'

const TIME_FORM = 'A timestamp such as 2026-03-09T10:00:00Z; the offset is Z, +01:00 or +0100.'

/** The query parameters of every report on demand. */
export const WINDOW_PARAMETERS = {
  startTime: Type.String({ description: `Start of the window, inclusive. ${TIME_FORM}` }),
  endTime: Type.String({ description: `End of the window, exclusive. ${TIME_FORM}` }),
  organizationId: Type.Optional(
    Type.String({
      description: 'Your own organization or one below it. Default: your own, with all merchants below it.',
    }),
  ),
}

export const GroupName = Type.Optional(Type.String({ description: 'Include only merchants of this merchant group.' }))

export const WINDOW_PROPERTIES = {
  startTime: Type.String({ format: 'date-time' }),
  endTime: Type.String({ format: 'date-time' }),
}

export const Amount = Type.String({ description: 'An exact decimal number.', examples: ['1204.50'] })
export const CurrencyCode = Type.String({ description: 'Empty if the records have no currency.', examples: ['USD'] })

/** An object whose properties are all optional. */
export function sparse(properties: TProperties) {
  return Type.Partial(Type.Object(properties))
}

/** An object whose properties are all optional strings. */
export function sparseTexts(names: readonly string[]) {
  return sparse(Object.fromEntries(names.map((name) => [name, Type.String()])))
}
