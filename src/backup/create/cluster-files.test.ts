import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { listClusterFiles, readClusterFile, segmentsBetween } from './cluster-files.ts'

function aCluster(...paths: readonly string[]): string {
  const folder = temporaryFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), path)
  }
  return folder
}

test('files of the running server are left out, and its folders are kept', async () => {
  const cluster = aCluster(
    'PG_VERSION',
    'base/5/1259',
    'base/5/pg_internal.init',
    'base/pgsql_tmp/pgsql_tmp1.0',
    'global/pg_control',
    'pg_wal/000000010000000000000001',
    'pg_stat_tmp/x',
    'postmaster.pid',
    'postgresql.conf',
  )

  const { files, folders } = await listClusterFiles(cluster)

  expect(files).toEqual(['PG_VERSION', 'base/5/1259', 'postgresql.conf'])
  expect([...folders].sort()).toEqual(
    ['base', 'base/5', 'global', 'pg_stat_tmp', 'pg_wal', 'pg_wal/archive_status', 'pg_wal/summaries'].sort(),
  )
})

test('a file that was just dropped is empty, and one that cannot be read is named', async () => {
  const cluster = aCluster('base/5/1259')
  const read = async (file: string) => {
    const pieces: string[] = []
    for await (const piece of readClusterFile(cluster, file, Buffer.alloc(4)))
      pieces.push(Buffer.from(piece).toString())
    return pieces.join('')
  }

  expect(await read('base/5/1259')).toBe('base/5/1259')
  await expect(read('base/5')).rejects.toThrow(`The file ${join(cluster, 'base/5')} cannot be read`)
  rmSync(join(cluster, 'base/5/1259'))
  expect(await read('base/5/1259')).toBe('')
})

test('the segments of the log between two are named without a gap', () => {
  const MIB = 1024 * 1024

  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001', 16 * MIB)).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
    '000000010000000100000001',
  ])
  expect(segmentsBetween('000000020000000A00000003', '000000020000000A00000003', 64 * MIB)).toEqual([
    '000000020000000A00000003',
  ])
})
