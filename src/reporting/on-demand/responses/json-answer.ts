import type { Item } from './report-form.ts'

type Json = Readonly<Record<string, unknown>>

/** An object whose last member is a list, text by text as its entries come. */
export async function* writeJson(
  head: Json,
  listName: string,
  items: AsyncIterable<readonly (Item | Json)[]>,
): AsyncGenerator<string, void> {
  const opening = JSON.stringify({ ...head, [listName]: [] }).slice(0, -2)
  let separator = ''
  yield opening
  for await (const some of items) {
    if (some.length === 0) continue
    yield `${separator}${some.map((item) => JSON.stringify(item)).join(',')}`
    separator = ','
  }
  yield ']}'
}
