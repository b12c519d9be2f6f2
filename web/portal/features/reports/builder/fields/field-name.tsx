import { Fragment } from 'react'

/** The name of a field, which breaks after its points and slashes rather than within a word. */
export function FieldName({ name }: { readonly name: string }) {
  return (
    <span className="value" lang="en">
      {name.split(/(?<=[./])/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  )
}
