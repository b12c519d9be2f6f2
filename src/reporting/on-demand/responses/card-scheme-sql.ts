import { CARD_SCHEMES, type CardScheme, writingsOf } from '../../../catalogue/card-schemes.ts'
import type { RecordSource } from '../../../records/index.ts'

/**
 * What the scheme of a record's card is called, whichever of its writings the record has; `other` where the scheme
 * is not known or has no such name, and where nothing was paid by card.
 */
export function cardSchemeSql(
  { dialect, valueIn }: RecordSource,
  nameOf: (scheme: CardScheme) => string | undefined,
  other: string,
): string {
  const cases = CARD_SCHEMES.flatMap((scheme) => {
    const name = nameOf(scheme)
    if (name === undefined) return []
    return writingsOf(scheme).map((writing) => ({ key: writing.toLowerCase(), value: name }))
  })
  return dialect.chosen(dialect.lowerAscii(valueIn('PaymentMethod.CardType')), cases, other)
}
