import { Fragment } from 'react'
import { breakableParts } from '../../../src/kernel/markup/break-points.ts'

/** A path or an address, which breaks between its parts rather than within a word. */
export function Address({ text }: { readonly text: string }) {
  const parts = breakableParts(text).map((part, place) => ({ part, place }))
  return parts.map(({ part, place }) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
