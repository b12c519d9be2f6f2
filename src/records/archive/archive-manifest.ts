import { findKind, type RecordKind } from '../../catalogue/kinds.ts'
import { columnsOf } from '../../catalogue/record-table.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Column, ColumnType } from '../../kernel/stored-column.ts'
import type { FileMark } from './packed-file.ts'

/** The file that describes an export. It is written last: without it the export is incomplete. */
export const MANIFEST_FILE = 'manifest.json'

/** Raised when files or columns are written in another way. Forms 1 and 2 were those of unreleased builds. */
const FORM = 3

export type ArchiveFile = FileMark & {
  readonly name: string
  /** Such as 2026-03. */
  readonly month: string
  readonly rows: number
}

export type ArchivedKind = {
  readonly kind: RecordKind
  /** In the order of the rows. */
  readonly columns: readonly Column[]
  readonly files: readonly ArchiveFile[]
}

export type Manifest = {
  readonly exportedAt: string
  readonly kinds: readonly ArchivedKind[]
}

export function formatManifest({ exportedAt, kinds }: Manifest): string {
  const written = kinds.map(({ kind, ...rest }) => ({ kind: kind.name, ...rest }))
  return `${JSON.stringify({ form: FORM, exportedAt, kinds: written }, null, 2)}\n`
}

type WrittenColumn = { readonly name: string; readonly type: string }

type WrittenManifest = {
  readonly form?: unknown
  readonly exportedAt: string
  readonly kinds: readonly {
    readonly kind: string
    readonly columns: readonly WrittenColumn[]
    readonly files: readonly ArchiveFile[]
  }[]
}

/** Reads a manifest, and refuses one that this program did not write or cannot store. */
export function readManifest(text: string): Manifest {
  const { form, exportedAt, kinds } = parsed(text)
  if (form !== FORM) {
    const given = form === undefined ? 'no form' : `form ${String(form)}`
    throw unusable(`it has ${given} and this version reads form ${FORM}; load it with the version that wrote it.`)
  }
  return {
    exportedAt,
    kinds: kinds.map(({ kind: name, columns, files }) => {
      const kind = findKind(name)
      if (kind === undefined) throw unusable(`it has records of the unknown kind ${name}.`)
      return { kind, columns: knownColumns(kind, columns), files }
    }),
  }
}

function parsed(text: string): WrittenManifest {
  try {
    const written = JSON.parse(text) as Partial<WrittenManifest> | null
    const { form, exportedAt = '', kinds } = written ?? {}
    if (Array.isArray(kinds) && kinds.every(hasLists)) return { form, exportedAt, kinds }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw unusable(`its ${MANIFEST_FILE} cannot be read.`)
}

function hasLists(kind: Partial<WrittenManifest['kinds'][number]> | null): boolean {
  return Array.isArray(kind?.columns) && Array.isArray(kind.files)
}

function knownColumns(kind: RecordKind, columns: readonly WrittenColumn[]): readonly Column[] {
  const own = new Map(columnsOf(kind).map((column) => [column.name, column]))
  return columns.map(({ name, type }) => {
    const column = own.get(name)
    if (column === undefined) {
      throw unusable(`its ${kind.name} records have the unknown column ${name}; it was written by a newer version.`)
    }
    if (isAlike(type, column.type)) return column
    throw unusable(`its column ${name} of ${kind.name} records is ${type}, and here it is ${column.type}.`)
  })
}

/** Both text types are written alike. */
function isAlike(archived: string, own: ColumnType): boolean {
  const isText = (type: string) => type === 'text' || type === 'repetitive-text'
  return archived === own || (isText(archived) && isText(own))
}

export function unusable(reason: string): AppError {
  return new AppError('conflict', 'UNUSABLE_EXPORT', `The export cannot be loaded: ${reason}`)
}
