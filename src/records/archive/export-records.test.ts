import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { KINDS } from '../../catalogue/kinds.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { DUCKDB_DIALECT } from '../../platform/duckdb/duckdb-dialect.ts'
import type { Engine } from '../../platform/engine/engine.ts'
import { MANIFEST_FILE } from './archive-manifest.ts'
import { exportRecords } from './export-records.ts'

/** An engine that loses rows, which a real one cannot be made to do. */
function anEngine({ counts, lines }: { counts: number[]; lines: string }): Engine {
  const left = [...counts]
  const engine = {
    dialect: DUCKDB_DIALECT,
    rows: async () => [{ month: '202603', rows: left.shift() ?? 0 }],
    async *lines() {
      yield Buffer.from(lines.slice(0, 3))
      yield Buffer.from(lines.slice(3))
    },
  }
  return engine as unknown as Engine
}

async function exported(given: Parameters<typeof anEngine>[0], merchantIds?: readonly string[]) {
  const folder = temporaryFolder()
  const deps = { engine: anEngine(given), machineClock: systemClock }
  const exporting = exportRecords(deps, { folder, kinds: [KINDS.fee], merchantIds })
  return { exporting, folder }
}

describe('an export', () => {
  test('an export counts its rows', async () => {
    const { exporting } = await exported({ counts: [2], lines: '{"a":1}\n{}\n' })

    expect((await exporting)[0]?.files).toMatchObject([{ name: 'fee-2026-03.ndjson.zst', month: '2026-03', rows: 2 }])
  })

  test('an export can have fewer rows than were counted first, if rows are gone since', async () => {
    const { exporting } = await exported({ counts: [3, 2], lines: '{"a":1}\n{}\n' })

    expect((await exporting)[0]?.files[0]?.rows).toBe(2)
  })

  test.each([
    ['rows are missing', { counts: [3, 3], lines: '{"a":1}\n{}\n' }, /Only 2 of 3 rows/],
    ['the last row breaks off', { counts: [2], lines: '{"a":1}\n{' }, /incomplete/],
    ['no row came', { counts: [1, 1], lines: '' }, /Only 0 of 1 rows/],
  ])('an export fails without a manifest if %s', async (_, given, message) => {
    const { exporting, folder } = await exported(given)

    await expect(exporting).rejects.toThrow(message)

    expect(readdirSync(folder)).not.toContain(MANIFEST_FILE)
  })

  test('an export of very many merchants has several files per month', async () => {
    const merchantIds = Array.from({ length: 5_001 }, (_, index) => `m${index}`)
    const { exporting } = await exported({ counts: [1, 1], lines: '{}\n' }, merchantIds)

    expect((await exporting)[0]?.files.map(({ name }) => name)).toEqual([
      'fee-2026-03.ndjson.zst',
      'fee-2026-03-2.ndjson.zst',
    ])
  })
})
