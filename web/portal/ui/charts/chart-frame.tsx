import { ChartColumn, Download, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { saveText } from '../../files/save-text.ts'
import { useWords } from '../../words/use-words.ts'
import { Button } from '../button.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { type ChartTable, csvOfTable } from './chart-table.ts'

type Props = {
  /** The one message of the chart. */
  readonly title: string
  readonly table: ChartTable
  /** Of the files, without its ending. */
  readonly fileName: string
  readonly svg: () => string
  /** The name of a row in the table, such as a link. */
  readonly nameOfRow?: (index: number, name: string) => ReactNode
  readonly children: ReactNode
}

/** A chart, or its numbers as a table; both can be saved. */
export function ChartFrame({ title, table, fileName, svg, nameOfRow, children }: Props) {
  const words = useWords('charts')
  const id = useId()
  const [isTable, setTable] = useState(false)
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="chart-title">
          {title}
        </span>
        <span className="chart-tools">
          <Button kind="quiet" isCompact aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? <ChartColumn size={16} aria-hidden="true" /> : <Table2 size={16} aria-hidden="true" />}
            {isTable ? words.chart : words.table}
          </Button>
          <Menu
            trigger={
              <Button kind="quiet" isCompact aria-label={words.saveOf({ title })}>
                <Download size={16} aria-hidden="true" />
                {words.save}
              </Button>
            }
          >
            <MenuItem onSelect={() => saveText(`${fileName}.svg`, svg(), 'svg')}>{words.saveSvg}</MenuItem>
            <MenuItem onSelect={() => saveText(`${fileName}.csv`, csvOfTable(table))}>{words.saveCsv}</MenuItem>
          </Menu>
        </span>
      </figcaption>
      {isTable ? <TableOfChart id={id} table={table} nameOfRow={nameOfRow} /> : children}
    </figure>
  )
}

type TableProps = {
  readonly id: string
  readonly table: ChartTable
  readonly nameOfRow: Props['nameOfRow'] | undefined
}

function TableOfChart({ id, table: { heads, rows }, nameOfRow }: TableProps) {
  return (
    // A table may be wider than the screen; it scrolls by itself, also with keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Without it, keys could not scroll the table.
    <section className="chart-table" aria-labelledby={id} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], row) => (
            <tr key={name}>
              <th scope="row">{nameOfRow?.(row, name) ?? name}</th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
