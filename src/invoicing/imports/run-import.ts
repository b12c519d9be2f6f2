import { AppError } from '../../kernel/errors.ts'
import { ContentRefusal } from '../../kernel/reading/reading.ts'
import { getOrganization, people, recordAudit } from '../../organizations/index.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Database, Transactions } from '../../platform/postgres/database.ts'
import { type JobStop, stopOfService } from '../bulk/invoice-job.ts'
import { listDefinitions } from '../custom-fields/custom-field-store.ts'
import { type CreatedInvoice, createInvoice } from '../invoices/create-invoice.ts'
import { recordViolations } from '../personal-data/record-violations.ts'
import type { ReadingDeps } from '../storage/action-deps.ts'
import { claimReference, findReferences, saveInvoiceOfReference } from './import-reference-store.ts'
import { findEarlierLines, hashOf, passInvoice, saveResult } from './import-result-store.ts'
import { readRows } from './import-row-store.ts'
import { endImport, findImport, lockImport } from './import-store.ts'
import { enqueueImportTurn } from './import-turn.ts'
import { actorOfImport, type ImportKey, type InvoiceImport, importSubjectOf } from './invoice-import.ts'
import { type Recognized, readGroup, recognized, repeatedReference } from './read-group.ts'
import { type ImportBody, problemsInFile, type Reading } from './reading/import-body.ts'
import { GroupingRows, type ImportGroup, mappedColumns } from './reading/import-groups.ts'
import type { ImportOptions } from './reading/import-options.ts'
import type { ImportProblem } from './reading/import-problem.ts'

export type ImportDeps = Omit<ReadingDeps, 'db'> & {
  readonly database: Database
  readonly config: ReadingDeps['config'] & { readonly isSuspendedOnViolation: boolean }
  readonly log: Logger
}

/** A turn ends after this time. Whether the person may still import is asked once a turn. */
const TURN_MS_MAX = 1_000

type Running = InvoiceImport & { readonly options: ImportOptions }

/**
 * Creates the next invoices of a file. Each is created in the transaction that moves the place in the file, so a turn may be
 * killed at any moment and may run twice.
 */
export async function runImport(deps: ImportDeps, key: ImportKey, signal: AbortSignal): Promise<void> {
  const file = await findImport(deps.database.db, key)
  if (file?.status !== 'RUNNING' || file.options === undefined) return
  const running = { ...file, options: file.options }
  const stop = await findStop(deps, running)
  if (stop !== undefined) return stopImportOfService(deps, running, stop)
  const isAlone = await importInvoices(deps, running, signal)
  if (isAlone) await endTurn(deps, running)
}

async function findStop({ database, machineClock }: ImportDeps, file: Running): Promise<JobStop | undefined> {
  try {
    await people.refuseFormerActor({ db: database.db, machineClock }, actorOfImport(file), 'invoices')
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return stopOfService(error)
  }
}

/** Imports for a turn; returns false if the import has ended or another run of it is at work. */
async function importInvoices(deps: ImportDeps, file: Running, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + TURN_MS_MAX
  const context = await contextOf(deps, file)
  const grouping = new GroupingRows(context.reading.columns)
  const mayGoOn = (): boolean => {
    signal.throwIfAborted()
    return performance.now() <= until
  }
  for await (const rows of readRows(deps.database.db, file, { after: file.lastRow })) {
    for (const row of rows) {
      const group = grouping.add(row)
      if (group !== undefined && !(await importGroup(context, group))) return false
      if (!mayGoOn()) return true
    }
  }
  const last = grouping.end()
  return last === undefined || importGroup(context, last)
}

type Context = {
  readonly deps: ImportDeps
  readonly file: Running
  readonly reading: Reading
  readonly validation: 'strict' | 'lenient'
  readonly definitions: Awaited<ReturnType<typeof listDefinitions>>
}

async function contextOf(deps: ImportDeps, file: Running): Promise<Context> {
  const { database, clock, config } = deps
  const { organizationId, options, columns } = file
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const { validation = config.validation } = await getOrganization(database.db, organizationId)
  const definitions = await listDefinitions(database.db, organizationId)
  return { deps, file, reading: { options, columns: mappedColumns(options, columns), today }, validation, definitions }
}

/** Imports an invoice, or records why it is not; returns false if the place in the file is another one. */
async function importGroup(context: Context, group: ImportGroup): Promise<boolean> {
  const { deps, file, reading, validation, definitions } = context
  const { db } = deps.database
  const found = recognized(group, await findEarlierLines(db, file, hashOf(group.reference.key)))
  const { made, read, problems } = readGroup(group, reading, { validation }, definitions)
  if (found.earlierLine !== undefined) {
    return saveFailure(context, group, [...problems, repeatedReference(group, found.earlierLine, reading)])
  }
  if (await isImported(context, found)) return saveRepetition(context, group, found)
  if (read.personalData.length > 0) await recordPersonalData(context, read.personalData)
  return problems.length > 0 ? saveFailure(context, group, problems) : create(context, { group, found, made })
}

/** As for a request. After a kill the same line may be recorded twice; no violation is lost. */
async function recordPersonalData({ deps, file }: Context, findings: Findings): Promise<void> {
  const { isSuspendedOnViolation } = deps.config
  await recordViolations({ ...deps, db: deps.database, isSuspendedOnViolation }, actorOfImport(file), findings)
}

type Findings = Parameters<typeof recordViolations>[2]

async function isImported({ deps, file }: Context, { referenceHash }: Recognized): Promise<boolean> {
  return (await findReferences(deps.database.db, file.organizationId, [referenceHash])).size > 0
}

/** Thrown to roll back the creation of an invoice. */
class NotToBeCreated extends Error {
  readonly isRepeated: boolean

  constructor({ isRepeated }: { readonly isRepeated: boolean }) {
    super()
    this.isRepeated = isRepeated
  }
}

type Creation = { readonly group: ImportGroup; readonly found: Recognized; readonly made: ImportBody }

async function create(context: Context, creation: Creation): Promise<boolean> {
  const { deps, file, validation } = context
  const { group, found, made } = creation
  const db = creatingWith(context, creation)
  try {
    const config = { ...deps.config, validation }
    await createInvoice({ ...deps, config, db }, actorOfImport(file), { body: made.body })
    return true
  } catch (error) {
    if (error instanceof NotToBeCreated) return error.isRepeated ? saveRepetition(context, group, found) : false
    if (!(error instanceof AppError)) deps.log.error({ err: error, importId: file.importId }, 'an import met an error')
    // If the database is away this fails too, and the turn is retried.
    return saveFailure(context, group, failuresOf(error, made))
  }
}

/** Looks like an ordinary database to the action; its transaction also moves the place and records the result. */
function creatingWith({ deps, file }: Context, { group, found }: Creation): Transactions {
  const { referenceHash } = found
  const key = { organizationId: file.organizationId, referenceHash }
  return {
    transaction: (work) =>
      deps.database.transaction(async (tx) => {
        if (!(await passInvoice(tx, file, placeOf(group)))) throw new NotToBeCreated({ isRepeated: false })
        if (!(await claimReference(tx, key, hashOf(group.reference.content)))) {
          throw new NotToBeCreated({ isRepeated: true })
        }
        const worked = await work(tx)
        const { invoice, mailId } = worked as CreatedInvoice
        await saveInvoiceOfReference(tx, key, invoice.invoiceNumber)
        const result = { outcome: 'IMPORTED', invoiceNumber: invoice.invoiceNumber, mailId, problems: [] } as const
        await saveResult(tx, file, { ...resultOf(group), ...result })
        return worked
      }),
  }
}

function placeOf({ rows }: ImportGroup) {
  return { first: rows[0].ordinal, last: (rows.at(-1) ?? rows[0]).ordinal }
}

/** By the reference as it is in the file: the same content may be in it several times. */
function resultOf({ rows: [{ ordinal, line }], reference }: ImportGroup) {
  return { ordinal, line, referenceHash: hashOf(reference.key) }
}

function failuresOf(error: unknown, made: ImportBody): readonly ImportProblem[] {
  if (error instanceof ContentRefusal) return problemsInFile(error.details, made)
  if (!(error instanceof AppError)) {
    const message = 'met an internal error; the log has the details'
    return [{ ...made.placeOf(''), field: undefined, reason: 'INTERNAL_ERROR', message }]
  }
  const { code, message, details } = error
  return [{ ...made.placeOf(details[0]?.field ?? ''), reason: code, message }]
}

async function saveFailure(context: Context, group: ImportGroup, problems: readonly ImportProblem[]): Promise<boolean> {
  return save(context, group, { outcome: 'FAILED', invoiceNumber: undefined, problems })
}

async function saveRepetition(context: Context, group: ImportGroup, { referenceHash }: Recognized): Promise<boolean> {
  const { deps, file } = context
  const references = await findReferences(deps.database.db, file.organizationId, [referenceHash])
  const invoiceNumber = references.get(referenceHash.toString('hex'))?.invoiceNumber
  return save(context, group, { outcome: 'REPEATED', invoiceNumber, problems: [] })
}

type Outcome = Pick<Parameters<typeof saveResult>[2], 'outcome' | 'invoiceNumber' | 'problems'>

async function save({ deps, file }: Context, group: ImportGroup, outcome: Outcome): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    if (!(await passInvoice(tx, file, placeOf(group)))) return false
    await saveResult(tx, file, { ...resultOf(group), ...outcome, mailId: undefined })
    return true
  })
}

async function stopImportOfService({ database, clock, machineClock }: ImportDeps, file: Running, stop: JobStop) {
  const { organizationId } = file
  await database.transaction(async (tx) => {
    const current = await lockImport(tx, file)
    if (current === undefined || !(await endImport(tx, file, { at: clock.now(), stop }))) return
    const { imported, repeated, failed } = current
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: { kind: 'service' }, action: 'invoice-import.stopped' },
      ...{ subject: importSubjectOf(file), details: { reason: stop.reason, imported, repeated, failed } },
    })
  })
}

/** Lets the next organization have its turn, or ends the import. */
async function endTurn({ database, clock, machineClock }: ImportDeps, file: Running): Promise<void> {
  const { organizationId } = file
  await database.transaction(async (tx) => {
    const current = await lockImport(tx, file)
    if (current?.status !== 'RUNNING') return
    const { lastRow, rowCount, imported, repeated, failed } = current
    if (lastRow < rowCount) return enqueueImportTurn(tx, file)
    await endImport(tx, file, { at: clock.now() })
    await recordAudit(tx, {
      ...{ organizationId, at: machineClock.now(), actor: { kind: 'service' }, action: 'invoice-import.completed' },
      ...{ subject: importSubjectOf(file), details: { imported, repeated, failed } },
    })
  })
}
