import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Money, plus } from '../../kernel/money.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { listDefinitions } from '../custom-fields/custom-field-store.ts'
import { warningsOf } from '../invoices/invoice-warnings.ts'
import type { ReadInvoice } from '../invoices/read-invoice.ts'
import { created } from '../rules/created.ts'
import { findReferences, findTakenNumbers } from './import-reference-store.ts'
import { hashOf } from './import-result-store.ts'
import { readRows } from './import-row-store.ts'
import type { InvoiceImport } from './invoice-import.ts'
import { type Definitions, type Recognized, readGroup, recognized, repeatedReference } from './read-group.ts'
import type { ImportBody, Reading } from './reading/import-body.ts'
import { importTarget } from './reading/import-fields.ts'
import { GroupingRows, type ImportGroup, mappedColumns } from './reading/import-groups.ts'
import type { ImportOptions } from './reading/import-options.ts'
import { type ImportProblem, problemAt } from './reading/import-problem.ts'

export type CheckDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly validation: 'strict' | 'lenient' }
}

/** The result of a dry run. */
export type ImportCheck = {
  readonly invoices: number
  readonly valid: number
  readonly repeated: number
  readonly failed: number
  /** Of the valid ones, by currency. */
  readonly sums: readonly { readonly currency: string; readonly count: number; readonly total: Money }[]
  /** The first of them, in the order of the file. */
  readonly problems: readonly CheckedProblem[]
  readonly problemCount: number
  readonly warnings: readonly ImportProblem[]
  readonly warningCount: number
  readonly repetitions: readonly {
    readonly line: number
    readonly invoiceNumber: string
    readonly isChanged: boolean
  }[]
}

/** A problem with the text of its cell. Results of a run have none: the cells are deleted when it has ended. */
type CheckedProblem = ImportProblem & { readonly value: string | undefined }

const SHOWN_MAX = 1_000
/** Groups whose references are looked up together; and between which other requests have their turn. */
const TOGETHER = 200

/** Reads the whole file as a run would, and stores nothing. */
export async function checkImport(deps: CheckDeps, file: InvoiceImport, options: ImportOptions): Promise<ImportCheck> {
  const check = new Checking(deps, file, options)
  for await (const groups of groupsOf(deps.db, file, options)) {
    await check.add(groups)
    await nextTurn()
  }
  return check.result()
}

/** The invoices of a file after a row, some at a time. */
async function* groupsOf(db: Db, file: InvoiceImport, options: ImportOptions): AsyncGenerator<readonly ImportGroup[]> {
  const grouping = new GroupingRows(mappedColumns(options, file.columns))
  let together: ImportGroup[] = []
  for await (const rows of readRows(db, file, { after: 0 })) {
    for (const row of rows) {
      const group = grouping.add(row)
      if (group !== undefined) together.push(group)
      if (together.length < TOGETHER) continue
      yield together
      together = []
    }
  }
  const last = grouping.end()
  yield last === undefined ? together : [...together, last]
}

class Checking {
  readonly #deps: CheckDeps
  readonly #file: InvoiceImport
  readonly #reading: Reading
  readonly #lines = new Map<string, number[]>()
  readonly #numbers = new Map<string, number>()
  readonly #sums = new Map<string, { currency: string; count: number; total: Money }>()
  readonly #problems: CheckedProblem[] = []
  readonly #warnings: ImportProblem[] = []
  readonly #repetitions: { line: number; invoiceNumber: string; isChanged: boolean }[] = []
  readonly #counts = { invoices: 0, valid: 0, repeated: 0, failed: 0, problemCount: 0, warningCount: 0 }
  #definitions: Definitions | undefined

  constructor(deps: CheckDeps, file: InvoiceImport, options: ImportOptions) {
    this.#deps = deps
    this.#file = file
    const today = deps.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    this.#reading = { options, columns: mappedColumns(options, file.columns), today }
  }

  async add(groups: readonly ImportGroup[]): Promise<void> {
    const { db, config } = this.#deps
    const { organizationId } = this.#file
    this.#definitions ??= await listDefinitions(db, organizationId)
    const definitions = this.#definitions
    const known = groups.map((group) => ({ group, ...this.#recognize(group) }))
    const imported = await findReferences(
      db,
      organizationId,
      known.map(({ referenceHash }) => referenceHash),
    )
    const read = known.map(({ group, ...found }) => ({
      group,
      ...found,
      ...readGroup(group, this.#reading, config, definitions),
    }))
    const numbers = read.flatMap(({ read: { invoiceNumber } }) => invoiceNumber ?? [])
    const taken = await findTakenNumbers(db, organizationId, numbers)
    for (const one of read) {
      this.#counts.invoices += 1
      const [{ line }] = one.group.rows
      const before = one.earlierLine === undefined ? imported.get(one.referenceHash.toString('hex')) : undefined
      if (before === undefined) this.#addNew(one, taken)
      else {
        const isChanged = !before.contentHash.equals(hashOf(one.group.reference.content))
        this.#counts.repeated += 1
        if (this.#repetitions.length < SHOWN_MAX) {
          this.#repetitions.push({ line, invoiceNumber: before.invoiceNumber, isChanged })
        }
      }
    }
  }

  result(): ImportCheck {
    const sums = [...this.#sums.values()].toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
    const shown = { problems: this.#problems, warnings: this.#warnings, repetitions: this.#repetitions }
    return { ...this.#counts, sums, ...shown }
  }

  #recognize(group: ImportGroup): Recognized {
    const lines = this.#lines.get(group.reference.key) ?? []
    this.#lines.set(group.reference.key, [...lines, group.rows[0].line])
    return recognized(group, lines)
  }

  #addNew(
    one: Omit<Recognized, 'referenceHash'> & ReadGroup & { group: ImportGroup },
    taken: ReadonlySet<string>,
  ): void {
    const { group, earlierLine, made, read } = one
    const problems = [
      ...one.problems,
      ...(earlierLine === undefined ? [] : [repeatedReference(group, earlierLine, this.#reading)]),
      ...this.#numberProblems(group, read, taken),
    ]
    if (problems.length === 0 && read.terms !== undefined) {
      this.#addValid(read, made)
      return
    }
    this.#counts.failed += 1
    this.#counts.problemCount += problems.length
    const shown = problems.slice(0, Math.max(0, SHOWN_MAX - this.#problems.length))
    const { columns } = this.#reading.columns
    this.#problems.push(...shown.map((problem) => ({ ...problem, value: cellAt(problem, group, columns) })))
  }

  /** Numbers are unique: among the invoices that there are, and in the file. */
  #numberProblems(group: ImportGroup, { invoiceNumber }: ReadInvoice, taken: ReadonlySet<string>): ImportProblem[] {
    if (invoiceNumber === undefined) return []
    const [row] = group.rows
    const problem = problemAt(row, this.#reading.columns, 'invoiceNumber')
    if (taken.has(invoiceNumber)) return [problem('DUPLICATE_RECORD', `is the number of an invoice already`)]
    const earlier = this.#numbers.get(invoiceNumber)
    this.#numbers.set(invoiceNumber, earlier ?? row.line)
    const isReference = group.reference.target === 'invoiceNumber'
    return earlier === undefined || isReference
      ? []
      : [problem('DUPLICATE_RECORD', `is the number of line ${earlier} too`)]
  }

  #addValid(read: ReadInvoice, made: ImportBody): void {
    const { terms } = read
    if (terms === undefined) return
    this.#counts.valid += 1
    const { total } = terms.amounts
    const sum = this.#sums.get(total.currency)
    this.#sums.set(total.currency, {
      currency: total.currency,
      count: (sum?.count ?? 0) + 1,
      total: sum === undefined ? total : plus(sum.total, total),
    })
    const warnings = this.#warningsOf(read, made)
    this.#counts.warningCount += warnings.length
    this.#warnings.push(...warnings.slice(0, Math.max(0, SHOWN_MAX - this.#warnings.length)))
  }

  #warningsOf({ terms, ...read }: ReadInvoice, { placeOf }: ImportBody): readonly ImportProblem[] {
    if (terms === undefined) return []
    const { organizationId } = this.#file
    const { clientReference, sendImmediately, invoiceNumber = '' } = read
    const place = { organizationId, position: 1, invoiceNumber, paymentToken: '' }
    const { after } = created({ ...place, terms, clientReference, sendImmediately }, { at: this.#deps.clock.now() })
    const warnings = warningsOf(after, read)
    return warnings.map(({ field, reason, message }) => ({ ...placeOf(field), reason, message }))
  }
}

type ReadGroup = ReturnType<typeof readGroup>

const VALUE_LENGTH_MAX = 200

/** The cell, shortened. Those of custom fields are not repeated: they are refused if they look like personal data. */
function cellAt({ line, column, field }: ImportProblem, { rows }: ImportGroup, columns: readonly string[]) {
  if (column === undefined || importTarget(field ?? '')?.of === 'customField') return undefined
  const cell = rows.find((row) => row.line === line)?.cells[columns.indexOf(column)]?.trim() ?? ''
  return cell === '' ? undefined : cell.slice(0, VALUE_LENGTH_MAX)
}
