import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { RecordKind } from '../../src/catalogue/kinds.ts'
import type { Service } from '../../src/main/service.ts'
import { systemClock } from '../../src/platform/clock/clock.ts'
import type { Engine } from '../../src/platform/engine/engine.ts'
import { exportRecords } from '../../src/records/archive/export-records.ts'
import { loadRecords } from '../../src/records/archive/load-records.ts'
import { readPacked } from '../../src/records/archive/packed-file.ts'
import { startWholeService } from '../support/apps/whole-service.ts'
import { type ReportMaker, reportMaker } from '../support/data/made-reports.ts'
import { aRecordStore } from '../support/stores/record-store.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'
import { startClickHouseApp } from './clickhouse-app.ts'
import { aClickHouseStore } from './clickhouse-records.ts'

/** A service on one of the engines. */
export type EngineSide = {
  readonly service: Service
  readonly maker: ReportMaker
  /** Another store of the same engine, for records that come out of an archive; opened when it is first asked for. */
  readonly second: () => Promise<Engine>
}

export async function startDuckDbSide(): Promise<EngineSide> {
  const service = await startWholeService({ QUITTANCE_ROLE: 'api' })
  return aSide(service, aRecordStore)
}

export async function startClickHouseSide(): Promise<EngineSide> {
  const service = await startClickHouseApp()
  return aSide(service, aClickHouseStore)
}

function aSide(service: Service, open: () => Promise<{ readonly engine: Engine }>): EngineSide {
  let opened: Promise<{ readonly engine: Engine }> | undefined
  const second = async (): Promise<Engine> => {
    opened ??= open()
    return (await opened).engine
  }
  return { service, maker: reportMaker(service), second }
}

type Wanted = { readonly merchantIds: readonly string[]; readonly kinds: readonly RecordKind[] }
type Archive = { readonly folder: string; readonly lines: readonly string[] }

/** All lines, each after the name of its file. */
export async function archiveOf(engine: Engine, wanted: Wanted): Promise<Archive> {
  const folder = temporaryFolder()
  const kinds = await exportRecords({ engine, machineClock: systemClock }, { folder, ...wanted })
  const lines: string[] = []
  for (const { name } of kinds.flatMap(({ files }) => files)) {
    const content = await text(readPacked(join(folder, name)))
    lines.push(
      ...content
        .trimEnd()
        .split('\n')
        .map((line) => `${name} ${line}`),
    )
  }
  return { folder, lines }
}

/** The records of an archive after a second store of the engine has restored it. */
export async function archivedAgain(
  { service, second }: EngineSide,
  { folder }: Archive,
  wanted: Wanted,
): Promise<readonly string[]> {
  const engine = await second()
  await loadRecords({ db: service.stores.database, engine }, { folder })
  return (await archiveOf(engine, wanted)).lines
}
