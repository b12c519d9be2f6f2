import { AppError } from '../kernel/errors.ts'
import { layoutOf, type RowColumn } from '../platform/clickhouse/row-binary.ts'
import type { FileMark } from '../platform/packed-file.ts'
import { findKind, type RecordKind } from './domain/catalogue/kinds.ts'
import { columnsOf } from './domain/record-table.ts'
import { SQL_TYPES } from './record-table-sql.ts'

/** The file that says what an export holds. It is written last: without it an export is not whole. */
export const MANIFEST_FILE = 'manifest.json'
const FORM = 1

export type ArchiveFile = FileMark & {
  readonly name: string
  /** As 2026-03. */
  readonly month: string
  readonly rows: number
}

export type ArchivedKind = {
  readonly kind: RecordKind
  /** In the order of the rows. */
  readonly columns: readonly RowColumn[]
  readonly files: readonly ArchiveFile[]
}

export type Manifest = { readonly exportedAt: string; readonly kinds: readonly ArchivedKind[] }

export function columnsToArchive(kind: RecordKind): readonly RowColumn[] {
  return columnsOf(kind).map(({ name, type }) => ({ name, type: SQL_TYPES[type] }))
}

export function writtenManifest({ exportedAt, kinds }: Manifest): string {
  const written = kinds.map(({ kind, ...rest }) => ({ kind: kind.name, ...rest }))
  return `${JSON.stringify({ form: FORM, exportedAt, kinds: written }, null, 2)}\n`
}

type WrittenManifest = {
  readonly form?: unknown
  readonly exportedAt: string
  readonly kinds: readonly (Omit<ArchivedKind, 'kind'> & { readonly kind: string })[]
}

/** Refuses what this program did not write, or cannot keep. */
export function readManifest(text: string): Manifest {
  const { form, exportedAt, kinds } = parsed(text)
  if (form !== FORM) {
    throw unusable(`It is in form ${String(form)}, and this program reads form ${FORM}.`)
  }
  return {
    exportedAt,
    kinds: kinds.map(({ kind: name, columns, files }) => {
      const kind = findKind(name)
      if (kind === undefined) throw unusable(`It holds records of the unknown kind ${name}.`)
      refuseForeignColumns(kind, columns)
      return { kind, columns, files }
    }),
  }
}

function parsed(text: string): WrittenManifest {
  try {
    const written = JSON.parse(text) as WrittenManifest
    if (Array.isArray(written.kinds)) return written
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unusable(`Its ${MANIFEST_FILE} cannot be read.`)
}

function refuseForeignColumns(kind: RecordKind, columns: readonly RowColumn[]): void {
  const own = new Map(columnsToArchive(kind).map(({ name, type }) => [name, type]))
  for (const { name, type } of columns) {
    const ownType = own.get(name)
    if (ownType === undefined) {
      throw unusable(
        `Its ${kind.name} records have a column ${name} that this program does not know: it comes from a newer Quittance.`,
      )
    }
    if (layoutOf(ownType) !== layoutOf(type)) {
      throw unusable(
        `Its column ${name} of ${kind.name} records is ${type}, and here it is ${ownType}.`,
      )
    }
  }
}

export function unusable(reason: string): AppError {
  return new AppError('conflict', 'UNUSABLE_EXPORT', `The export cannot be loaded. ${reason}`)
}
