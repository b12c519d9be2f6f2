type Column = {
  readonly name: string
  /** The heading, if it is another text than the name of the field. */
  readonly header?: string
  readonly codes?: Readonly<Record<string, string>> | undefined
  readonly isNumber?: boolean
}

type Props = {
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
}

/** Values as a file has them, in a table that scrolls by itself. Codes have their meanings below them. */
export function ValueTable({ label, columns, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, and the keyboard has to reach it.
    <section className="value-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, header, isNumber = false }) => (
              <th key={name} scope="col" className={isNumber ? 'money' : undefined}>
                {header ?? name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Rows have no identity; the table is replaced as a whole.
            <tr key={index}>
              {columns.map((column, place) => (
                <Cell key={column.name} column={column} value={row[place] ?? ''} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ column: { codes, isNumber = false }, value }: { readonly column: Column; readonly value: string }) {
  const meaning = codes?.[value]
  return (
    <td className={isNumber ? 'money' : undefined}>
      <bdi>{value}</bdi>
      {meaning !== undefined && meaning !== value && (
        <span className="quiet small" lang="en">
          {meaning}
        </span>
      )}
    </td>
  )
}
