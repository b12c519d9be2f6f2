import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger } from '../../src/platform/log/log.ts'
import { Database } from '../../src/platform/postgres/database.ts'
import type { RecordInput } from '../../src/records/reading/record.ts'
import { recordInTransaction } from '../support/data/own-records.ts'
import { sendRequest } from '../support/http/send-request.ts'
import type { Random } from '../support/random/seeded-random.ts'
import type { RememberedRecords } from './remembered-records.ts'

/** Where the service is now; it comes back at other ports. */
export type RecordPlace = {
  port: number
  postgresUrl: string
  readonly bearerKey: string
  readonly organizationId: string
}

type WriterOptions = {
  readonly place: RecordPlace
  readonly random: Random
  readonly records: RememberedRecords
}

const PAUSE_MS = 20
const CHANGES_MAX = 5
const LINES_MAX = 60
const log = createLogger({ level: 'silent' })

/** A component of our own: transactions that write records, some of which are rolled back. */
export class OutboxWriter {
  acknowledged = 0
  readonly #options: WriterOptions

  constructor(options: WriterOptions) {
    this.#options = options
  }

  async writeUntil(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const database = new Database(this.#options.place.postgresUrl, log)
      // Until PostgreSQL goes away; the interrupted transaction may have been committed or not.
      while (!stop.aborted && (await this.#write(database)));
      await database.close()
      if (!stop.aborted) await sleep(PAUSE_MS)
    }
  }

  async #write(database: Database): Promise<boolean> {
    const { place, random, records } = this.#options
    const changes = Array.from({ length: random.integer(1, CHANGES_MAX) }, () => records.next())
    const isToRollBack = random.integer(1, 6) === 1
    const rollBack = new Error('rolled back')
    try {
      await database.transaction(async (tx) => {
        for (const change of changes) {
          const { organizationId } = place
          await recordInTransaction(tx, 'transaction', { organizationId, ...change })
        }
        if (isToRollBack) throw rollBack
      })
      records.acknowledge(changes)
      this.acknowledged += changes.length
      return true
    } catch (error) {
      // A transaction that was to be rolled back leaves nothing, even if the connection was lost.
      if (isToRollBack) records.forget(changes)
      return error === rollBack
    }
  }
}

/** A client that uploads records, and some of them again: its own and those of others. */
export class UploadingClient {
  acknowledged = 0
  /** Responses that it should never have got. */
  readonly complaints: string[] = []
  readonly #options: WriterOptions
  readonly #others: RememberedRecords

  constructor(options: WriterOptions, others: RememberedRecords) {
    this.#options = options
    this.#others = others
  }

  async writeUntil(stop: AbortSignal): Promise<void> {
    const { random, records } = this.#options
    while (!stop.aborted) {
      const lines = [
        ...Array.from({ length: random.integer(1, LINES_MAX) }, () => records.next()),
        ...(random.isHeads() ? records.again(random.integer(1, LINES_MAX)) : []),
        ...(random.isHeads() ? this.#others.again(random.integer(1, LINES_MAX)) : []),
      ]
      const isPatient = random.isHeads()
      while (!(await this.#upload(lines)) && isPatient && !stop.aborted) await sleep(PAUSE_MS)
    }
  }

  /** False where the response was lost or says nothing about the outcome. */
  async #upload(lines: readonly RecordInput[]): Promise<boolean> {
    const { place, records } = this.#options
    const response = await sendRequest(place.port, {
      method: 'POST',
      path: '/ingest/v1/records/transaction',
      headers: {
        authorization: `Bearer ${place.bearerKey}`,
        'content-type': 'application/x-ndjson',
      },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }).catch(() => undefined)
    if (response === undefined || response.status >= 500) return false
    const { accepted, duplicates } = JSON.parse(response.text) as Readonly<Record<string, number>>
    if (response.status !== 200 || Number(accepted) + Number(duplicates) !== lines.length) {
      this.complaints.push(`${response.status} ${response.text}`)
    }
    records.acknowledge(lines)
    this.acknowledged += lines.length
    return true
  }
}
