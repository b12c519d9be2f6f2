import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bundled } from '../support/processes/service-process.ts'
import { temporaryFolder } from '../support/stores/temporary-folder.ts'

/** A disk of its own size, in a name space of its own; undefined where the system refuses that. */
function onDiskOf(size: string, folder: string) {
  const script = `mount -t tmpfs -o size=${size} tmpfs "$1" && exec "$2" "$3" serve`
  return spawnSync('unshare', ['-Urm', 'sh', '-c', script, 'sh', folder, process.execPath, bundled('quittance.mjs')], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', QUITTANCE_DATA_DIR: folder, QUITTANCE_PORT: '0' },
  })
}

const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

test.skipIf(!canMount)('a full disk is reported in one sentence', () => {
  const { status, stderr } = onDiskOf('16m', temporaryFolder())

  expect(status).toBe(1)
  expect(stderr).toMatch(/^quittance: The disk of the data folder \S+ is full: [^\n]+\n$/)
})
