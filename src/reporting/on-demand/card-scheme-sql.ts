import { quoteText } from '../../platform/clickhouse/sql-quoting.ts'
import {
  CARD_SCHEMES,
  type CardScheme,
  type RecordSource,
  writingsOf,
} from '../../records/index.ts'

/**
 * What the scheme of a record's card is called, whichever of its writings the record has; `other` where the scheme
 * is not known or has no such name, and where nothing was paid by card.
 */
export function cardSchemeSql(
  { valueIn }: RecordSource,
  nameOf: (scheme: CardScheme) => string | undefined,
  other: string,
): string {
  const called = CARD_SCHEMES.flatMap((scheme) => {
    const name = nameOf(scheme)
    if (name === undefined) return []
    return writingsOf(scheme).map((writing) => ({ writing: writing.toLowerCase(), name }))
  })
  const writings = called.map(({ writing }) => quoteText(writing)).join(', ')
  const names = called.map(({ name }) => quoteText(name)).join(', ')
  const written = `lower(${valueIn('PaymentMethod.CardType')})`
  return `transform(${written}, [${writings}], [${names}], ${quoteText(other)})`
}
