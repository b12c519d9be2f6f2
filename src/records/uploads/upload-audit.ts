import type { AuditActor } from '../../kernel/actor.ts'
import { recordAudit } from '../../organizations/index.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/postgres/database.ts'
import { schedule, unschedule } from '../../platform/queue/agenda.ts'
import {
  deleteUnfinished,
  lockUnfinished,
  saveUnfinished,
  type UnfinishedUpload,
  type UploadCounts,
  type UploadKey,
} from './unfinished-upload-store.ts'

/** The job that writes the entry of an upload whose service was killed. */
export const AUDIT_UPLOAD_JOB = 'audit-interrupted-upload'

/** Even the slowest upload fills a batch in less time. */
const IDLE_HOURS_MAX = 1
/** The end of an upload whose sender disconnected or whose service stopped. */
export const INTERRUPTED = 'INTERRUPTED'

export type UploadAuditDeps = { readonly clock: Clock; readonly machineClock: Clock }

type AuditedUpload = UploadKey & {
  readonly kind: string
  readonly by: AuditActor
  /** The bytes received so far, compressed if they are sent compressed. */
  readonly body: { readonly bytes: number; sha256(): Buffer }
}

/** How an upload ended; `endedBy` is the code of the refusal if it ended early. */
type End = { readonly counts: UploadCounts; readonly endedBy: string | undefined }

/**
 * Writes the audit entry of an upload: one for each upload, in the transaction of its last batch where it is known to be
 * the last. Batches before it leave a row, from which a job writes the entry if the service is killed.
 */
export class UploadAudit {
  readonly #deps: UploadAuditDeps
  readonly #upload: AuditedUpload
  #hasRow = false
  #isWritten = false

  constructor(deps: UploadAuditDeps, upload: AuditedUpload) {
    this.#deps = deps
    this.#upload = upload
  }

  /** In the transaction of a batch; `committed` must follow. */
  async alongside(tx: Tx, { isLast, counts, endedBy }: End & { readonly isLast: boolean }): Promise<void> {
    if (isLast) {
      await this.#write(tx, { counts, endedBy })
      return
    }
    const { kind, by } = this.#upload
    await saveUnfinished(tx, this.#upload, { kind, by, counts })
    await scheduleAudit(tx, this.#deps.clock, this.#upload)
  }

  /** After the transaction of a batch. */
  committed({ isLast }: { readonly isLast: boolean }): void {
    this.#hasRow ||= !isLast
    this.#isWritten = isLast
  }

  /** Writes the entry if it is not written yet. An upload that ended early before its first batch has none. */
  async finish(database: Database, { counts, endedBy }: End): Promise<void> {
    const isNothing = endedBy !== undefined && !this.#hasRow
    if (this.#isWritten || isNothing) return
    await database.transaction((tx) => this.#write(tx, { counts, endedBy }))
    this.#isWritten = true
  }

  async #write(tx: Tx, { counts, endedBy }: End): Promise<void> {
    const { body } = this.#upload
    if (this.#hasRow) await forget(tx, this.#upload)
    const content = { bytes: body.bytes, sha256: body.sha256().toString('hex') }
    await writeEntry(tx, this.#deps, { ...this.#upload, counts, endedBy, content })
  }
}

/** Writes the audit entry of an abandoned upload; run by a job. */
export async function auditInterruptedUpload(
  { database, ...deps }: UploadAuditDeps & { readonly database: Database },
  key: UploadKey,
): Promise<void> {
  await database.transaction(async (tx) => {
    const upload = await lockUnfinished(tx, key)
    if (upload === undefined) return
    // A sandbox clock that was moved makes the job early.
    if (upload.idleSeconds < IDLE_HOURS_MAX * 3_600) {
      await scheduleAudit(tx, deps.clock, key)
      return
    }
    await forget(tx, key)
    await writeEntry(tx, deps, { ...key, ...upload, endedBy: INTERRUPTED, content: {} })
  })
}

async function scheduleAudit(tx: Tx, clock: Clock, { organizationId, uploadId }: UploadKey): Promise<void> {
  const dueAt = clock.now().add({ hours: IDLE_HOURS_MAX })
  await schedule(tx, { organizationId, kind: AUDIT_UPLOAD_JOB, subject: uploadId, dueAt })
}

async function forget(tx: Tx, { organizationId, uploadId }: UploadKey): Promise<void> {
  await deleteUnfinished(tx, { organizationId, uploadId })
  await unschedule(tx, { organizationId, kind: AUDIT_UPLOAD_JOB, subject: uploadId })
}

type Entry = UploadKey &
  UnfinishedUpload & {
    readonly endedBy: string | undefined
    readonly content: Readonly<Record<string, string | number>>
  }

async function writeEntry(tx: Tx, { machineClock }: UploadAuditDeps, entry: Entry): Promise<void> {
  const { accepted, duplicates, rejectedCount } = entry.counts
  await recordAudit(tx, {
    organizationId: entry.organizationId,
    at: machineClock.now(),
    actor: entry.by,
    action: 'records.uploaded',
    subject: `kind:${entry.kind}`,
    details: {
      accepted,
      duplicates,
      rejected: rejectedCount,
      ...entry.content,
      ...(entry.endedBy === undefined ? {} : { endedBy: entry.endedBy }),
    },
  })
}
