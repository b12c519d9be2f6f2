import type { Actor } from '../../kernel/actor.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Transactions, Tx } from '../../platform/postgres/database.ts'
import { REQUESTED_STOP } from '../bulk/invoice-job.ts'
import { rememberOptions } from './import-mapping-store.ts'
import { countImports, deleteImport, endImport, lockImport, saveStart } from './import-store.ts'
import { enqueueImportTurn } from './import-turn.ts'
import { type ImportKey, type InvoiceImport, importSubjectOf, RUNNING_IMPORTS_MAX } from './invoice-import.ts'
import type { ImportOptions } from './reading/import-options.ts'

type Deps = { readonly db: Transactions; readonly clock: Clock; readonly machineClock: Clock }
type Target = Pick<ImportKey, 'importId'>

/** Runs an uploaded file in the name of the actor, once; its options are remembered for files with the same header. */
export async function startImport(
  deps: Deps,
  actor: Actor,
  { importId, options }: Target & { readonly options: ImportOptions },
): Promise<InvoiceImport> {
  const { organizationId, by } = actor
  return deps.db.transaction(async (tx) => {
    const { running } = await countImports(tx, organizationId)
    const file = await lockOwn(tx, { organizationId, importId })
    if (file.status !== 'UPLOADED') throw importStarted()
    if (running >= RUNNING_IMPORTS_MAX) {
      const message = `The organization already has ${RUNNING_IMPORTS_MAX} imports running: wait for one, or stop it.`
      throw new AppError('conflict', 'TOO_MANY_IMPORTS', message)
    }
    await saveStart(tx, file, { options, by })
    await rememberOptions(tx, file, { options, at: deps.machineClock.now() })
    await enqueueImportTurn(tx, file)
    const details = { rows: file.rowCount, delivery: options.delivery }
    await audit(tx, deps, actor, { file, action: 'invoice-import.started', details })
    return { ...file, status: 'RUNNING', options, orderedBy: by }
  })
}

/** Stops an import after the invoice that it is creating; invoices that it has created remain. */
export async function stopImport(deps: Deps, actor: Actor, { importId }: Target): Promise<InvoiceImport> {
  const { organizationId, by } = actor
  return deps.db.transaction(async (tx) => {
    const file = await lockOwn(tx, { organizationId, importId })
    const stop = { reason: REQUESTED_STOP, message: 'It was stopped on request.', by }
    const endedAt = deps.clock.now()
    if (!(await endImport(tx, file, { at: endedAt, stop }))) return file
    const { imported, repeated, failed } = file
    const details = { reason: REQUESTED_STOP, imported, repeated, failed }
    await audit(tx, deps, actor, { file, action: 'invoice-import.stopped', details })
    return { ...file, status: 'STOPPED', endedAt, stop }
  })
}

/** Deletes a file with its results; its invoices remain, and so do their references. */
export async function removeImport(deps: Deps, actor: Actor, { importId }: Target): Promise<void> {
  const { organizationId } = actor
  await deps.db.transaction(async (tx) => {
    const file = await lockOwn(tx, { organizationId, importId })
    if (file.status === 'RUNNING')
      throw new AppError('conflict', 'IMPORT_RUNNING', 'The import is running: stop it first.')
    await deleteImport(tx, file)
    await audit(tx, deps, actor, { file, action: 'invoice-import.deleted', details: { status: file.status } })
  })
}

async function lockOwn(tx: Tx, key: ImportKey): Promise<InvoiceImport> {
  const file = await lockImport(tx, key)
  if (file === undefined) throw importNotFound()
  return file
}

type Audited = {
  readonly file: InvoiceImport
  readonly action: `invoice-import.${string}`
  readonly details: Readonly<Record<string, string | number>>
}

async function audit(tx: Tx, { machineClock }: Deps, { by }: Actor, { file, action, details }: Audited): Promise<void> {
  const { organizationId } = file
  const subject = importSubjectOf(file)
  await recordAudit(tx, { organizationId, at: machineClock.now(), actor: by, action, subject, details })
}

export function importNotFound(): AppError {
  return new AppError('not-found', 'NOT_FOUND', 'The import does not exist.')
}

export function importStarted(): AppError {
  return new AppError('conflict', 'IMPORT_STARTED', 'The file was run already: upload it again to run it again.')
}
