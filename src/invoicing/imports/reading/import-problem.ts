// pure
import { isLineTarget, REFERENCE } from './import-fields.ts'
import { cellOf, type ImportGroup, type ImportRow, type MappedColumns, namingTarget } from './import-groups.ts'

/** A problem with a line of the file. */
export type ImportProblem = {
  readonly line: number
  /** Undefined if no column of the file is mapped to the field, or the whole line is meant. */
  readonly column: string | undefined
  /** As in the mapping; undefined if the whole line is meant. */
  readonly field: string | undefined
  readonly reason: string
  readonly message: string
}

type Columns = { readonly columns: MappedColumns }

export function isOtherProblem(known: readonly ImportProblem[]): (problem: ImportProblem) => boolean {
  // A cell that could not be read is also missing from the request.
  return ({ line, field }) => !known.some((one) => one.line === line && one.field === field)
}

export function problemAt(row: ImportRow, columns: MappedColumns, target: string | undefined) {
  return (reason: string, message: string): ImportProblem => ({
    ...{ line: row.line, column: columnOf(target, columns), field: target },
    ...{ reason, message },
  })
}

export function columnOf(target: string | undefined, { columns, targets }: MappedColumns): string | undefined {
  return target === undefined ? undefined : columns[targets.indexOf(target)]
}

/** Problems of the rows themselves: a row of another length, lines that disagree, a missing reference. */
export function rowProblems(group: ImportGroup, columns: Columns): readonly ImportProblem[] {
  return [...shapeProblems(group, columns), ...conflictProblems(group, columns)]
}

function shapeProblems({ rows }: ImportGroup, { columns }: Columns): readonly ImportProblem[] {
  const expected = columns.columns.length
  return rows.flatMap((row) => {
    const more = row.cells.slice(expected).some((cell) => cell.trim() !== '')
    if (row.cells.length === expected || (row.cells.length > expected && !more)) return []
    const message = `has ${row.cells.length} cells, and the header has ${expected}`
    return [problemAt(row, columns, undefined)('INVALID_DATA', message)]
  })
}

/** The lines of one invoice must agree about it, and a reference that is mapped must be there. */
function conflictProblems({ rows, reference }: ImportGroup, { columns }: Columns): readonly ImportProblem[] {
  const [first, ...others] = rows
  const naming = namingTarget(columns)
  const missing =
    naming === REFERENCE && reference.isContent
      ? [problemAt(first, columns, REFERENCE)('MISSING_FIELD', 'is required')]
      : []
  const targets = columns.targets.filter((target) => target !== undefined && !isLineTarget(target)) as string[]
  const conflicts = targets.flatMap((target) => {
    const said = rows.find((row) => cellOf(row, columns, target) !== '')
    if (said === undefined) return []
    const text = cellOf(said, columns, target)
    return others
      .filter((row) => ![text, ''].includes(cellOf(row, columns, target)))
      .map((row) =>
        problemAt(row, columns, target)('INVALID_DATA', `differs from line ${said.line} of the same invoice`),
      )
  })
  return [...missing, ...conflicts]
}
