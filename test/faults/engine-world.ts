import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DuckDbEngine } from '../../src/platform/duckdb/duckdb-engine.ts'
import { migrationSql } from '../../src/platform/duckdb/table-sql.ts'
import type { EngineStatus, Upkeep } from '../../src/platform/engine/engine.ts'
import { EngineUnavailable } from '../../src/platform/engine/engine-unavailable.ts'
import { inSliceSql } from '../../src/platform/engine/slices.ts'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import type { RecordInput } from '../../src/records/reading/record.ts'
import { aRow, recordTableMigration, rowsOf } from '../support/data/duckdb-records.ts'
import type { Random } from '../support/random/seeded-random.ts'
import type { RestartableDuckDb } from '../support/stores/restartable-duckdb.ts'
import { Ballast } from './ballast.ts'
import { RememberedRecords, type StoredRow } from './remembered-records.ts'

const RECORDS = 'remembered'
const BALLAST = 'ballast'
/** With this, rows are so long that a month of them is sorted in slices. */
const LONG_NOTE_TIMES = 200
const MERCHANT = 'm1'
const WRITERS = 3
const BATCH_ROWS = 60
const SEEN_MS_MAX = 60_000
const REPORT_ROWS = `select * from ${BALLAST} where quantity is not null`
const REPORT_FOOT = 'the end'

/** How a report is written; the bytes are the same. */
export type ReportWay = 'whole' | 'in slices'

/** An engine whose record changes are all remembered, and ways to observe its work from outside. */
export class EngineWorld {
  readonly duckDb: RestartableDuckDb
  readonly engine: DuckDbEngine
  readonly writers: readonly RememberedRecords[]
  /** Texts that were stored and then erased. */
  readonly secrets: string[] = []
  readonly ballast: Ballast
  readonly longBallast: Ballast
  #reports = 0

  private constructor(
    duckDb: RestartableDuckDb,
    random: Random,
    { ballast, longBallast }: Pick<EngineWorld, 'ballast' | 'longBallast'>,
  ) {
    this.duckDb = duckDb
    this.ballast = ballast
    this.longBallast = longBallast
    this.engine = duckDb.engine
    this.writers = Array.from({ length: WRITERS }, (_, n) => {
      return new RememberedRecords({ random, merchantId: MERCHANT, prefix: `writer ${n}` })
    })
  }

  static async create(
    duckDb: RestartableDuckDb,
    { random, ballastRows, longRows = 0 }: WorldInput,
  ): Promise<EngineWorld> {
    const { engine } = duckDb
    await engine.define(migrationSql(recordTableMigration(RECORDS).steps))
    const ballast = await Ballast.create(engine, { table: BALLAST, rows: ballastRows, noteTimes: 3 })
    const long = { table: 'long_ballast', rows: longRows, noteTimes: LONG_NOTE_TIMES }
    return new EngineWorld(duckDb, random, { ballast, longBallast: await Ballast.create(engine, long) })
  }

  /** A file or folder of the engine's own. */
  place(...names: readonly string[]): string {
    return join(this.duckDb.settings.folder, ...names)
  }

  get file(): string {
    return this.place('records.duckdb')
  }

  /** Stores at most n batches, and stops when the engine refuses one. */
  async write(records: RememberedRecords, batches = Number.POSITIVE_INFINITY): Promise<unknown> {
    for (let batch = 0; batch < batches; batch += 1) {
      const inputs = Array.from({ length: BATCH_ROWS }, () => records.next())
      try {
        await this.engine.insert(RECORDS, rowsOf(...inputs.map(lineOf)))
      } catch (error) {
        if (error instanceof EngineUnavailable) return error
        throw error
      }
      records.acknowledge(inputs)
    }
    return undefined
  }

  async writeAll(batches?: number): Promise<readonly unknown[]> {
    return Promise.all(this.writers.map((records) => this.write(records, batches)))
  }

  /** Stores a text and erases it; its bytes are in the file until that is rewritten. */
  async eraseSecret(): Promise<void> {
    const secret = `secret number ${this.secrets.length} of Jane Roe`
    const where = `record_id = 'secret ${this.secrets.length}'`
    const record_id = `secret ${this.secrets.length}`
    this.secrets.push(secret)
    await this.engine.insert(BALLAST, rowsOf(aRow({ record_id, note: secret })))
    await this.engine.change({ table: BALLAST, set: `note = ''`, where })
  }

  /** A path for a report that no other has. */
  newReport(): string {
    this.#reports += 1
    return join(this.duckDb.settings.exportsFolder, `report-${this.#reports}.part`)
  }

  async writeReport(file: string, way: ReportWay = 'whole'): Promise<void> {
    const output = { file, format: 'lines', head: 'head\n', foot: REPORT_FOOT } as const
    if (way === 'whole') {
      await this.engine.writeFile({ ...output, select: linesOf(`(${REPORT_ROWS})`) }, { isLong: true })
      return
    }
    const select = linesOf(`(${REPORT_ROWS} and ${inSliceSql('record_id')})`)
    const slices = { keys: `select record_id, ${SAID_BYTES} as bytes from (${REPORT_ROWS}) order by record_id` }
    await this.engine.snapshot(async (reader) => {
      await reader.writeFile?.({ ...output, select }, { isLong: true, slices })
    })
  }

  /** Removes a report that was cut short, with its slices, as its next run does. */
  removeReport(file: string): void {
    const { exportsFolder } = this.duckDb.settings
    const own = readdirSync(exportsFolder).filter((name) => name.startsWith(basename(file)))
    for (const name of own) rmSync(join(exportsFolder, name))
  }

  /** The hash of a complete report, which is removed. */
  async reportHash(way?: ReportWay): Promise<string> {
    const file = this.newReport()
    await this.writeReport(file, way)
    const bytes = readFileSync(file)
    rmSync(file)
    return createHash('sha256').update(bytes).digest('hex')
  }

  /** Waits until the engine reports this work; false if the work ended before it could be observed. */
  async seen(upkeep: Upkeep, isOver: (status: EngineStatus) => boolean = () => false) {
    const look = async () => {
      const status = await this.engine.status()
      if (status === undefined) return undefined
      if (status.upkeep === upkeep) return true
      return status.upkeep === undefined && isOver(status) ? false : undefined
    }
    return (await waitUntil(look, { withinMs: SEEN_MS_MAX, everyMs: 1 })) ?? false
  }

  /** Waits until a condition on the files holds. */
  async seenInFiles(holds: () => boolean): Promise<boolean> {
    const isSeen = () => holds() || undefined
    return (await waitUntil(isSeen, { withinMs: SEEN_MS_MAX, everyMs: 1 })) ?? false
  }

  /** Leftovers that a start must remove. The file may be rewritten by then. */
  remains(): readonly string[] {
    return ['inserts', 'temp'].flatMap((name) => readdirSync(this.place(name)))
  }

  async wrongRecords(): Promise<readonly string[]> {
    const rows = await this.engine.rows<StoredRow & { readonly isDeleted: number }>(
      `select record_id as id, version, note as city, is_deleted as "isDeleted" from ${RECORDS}`,
    )
    const ids = rows.map(({ id }) => id)
    const doubled = ids.length === new Set(ids).size ? [] : ['a record has two rows']
    const readable = rows.filter(({ isDeleted }) => isDeleted === 0)
    return [...doubled, ...this.writers.flatMap((records) => records.wrongAmong(readable))]
  }

  get tables(): readonly string[] {
    return [RECORDS, this.ballast.table, this.longBallast.table]
  }
}

type WorldInput = {
  readonly random: Random
  readonly ballastRows: number
  readonly longRows?: number
}

/** More than rows have, so that there are many slices. */
const SAID_BYTES = 10_000

function linesOf(rows: string): string {
  return `select record_id || ' ' || x || repeat('.', 40) from ${rows}, range(8) r(x) order by record_id, x`
}

function lineOf({ recordId, version, occurredAt, fields, deleted }: RecordInput): string {
  return aRow({
    merchant_id: MERCHANT,
    record_id: recordId,
    version,
    occurred_at: String(occurredAt).replace('T', ' ').replace('Z', '.000'),
    note: fields?.['BillTo.City'],
    is_deleted: deleted === true ? 1 : 0,
  })
}

/** Identifies the file at a path, even after a rename. */
export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

export function isThere(path: string): boolean {
  return inodeOf(path) !== undefined
}
