// pure
import { withDefault } from './reading.ts'
import { given, wholeNumber } from './text-readers.ts'

/** Which part of a list is requested. */
export type PagePlace = { readonly offset: number; readonly limit: number }

/** The readers of the two query parameters of a list. */
export function pageReaders(limitMax: number, limitUsual = limitMax) {
  return {
    offset: withDefault(given(wholeNumber(0, Number.MAX_SAFE_INTEGER)), 0),
    limit: withDefault(given(wholeNumber(1, limitMax)), limitUsual),
  }
}

/** The total of a list. It is only counted if the page does not show it. */
export async function totalOfPage(
  { offset, limit }: PagePlace,
  { length }: { readonly length: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = length < limit && (length > 0 || offset === 0)
  // Entries may be removed between the two statements.
  return isLast ? offset + length : Math.max(offset + length, await count())
}
