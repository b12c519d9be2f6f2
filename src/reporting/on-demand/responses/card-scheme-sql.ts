import { CARD_SCHEMES, type CardScheme, writingsOf } from '../../../catalogue/codes/card-schemes.ts'
import type { RecordSource } from '../../../records/index.ts'

/**
 * The name of the scheme of a record's card, in any spelling; `other` if the scheme is unknown or has no such name, or
 * if no card was used.
 */
export function cardSchemeSql(
  { dialect, valueIn }: Pick<RecordSource, 'dialect' | 'valueIn'>,
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
