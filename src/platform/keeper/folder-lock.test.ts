import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { takeFolderLock } from './folder-lock.ts'

const HOLDER = `
import { takeFolderLock } from '${new URL('./folder-lock.ts', import.meta.url).href}'
process.stdout.write(takeFolderLock(process.argv[1]) ? 'locked' : 'busy')
setInterval(() => {}, 1000)
`

function startHolder(path: string) {
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', HOLDER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('the lock has one holder at a time and can be taken again after its release', () => {
  const path = join(temporaryFolder(), 'lock')

  const first = takeFolderLock(path)
  expect(first).toBeDefined()
  expect(takeFolderLock(path)).toBeUndefined()
  first?.release()

  const second = takeFolderLock(path)
  expect(second).toBeDefined()
  second?.release()
})

test('a killed holder leaves no lock behind', async () => {
  const path = join(temporaryFolder(), 'lock')
  const holder = startHolder(path)
  const [word] = await once(holder.stdout, 'data')
  expect(String(word)).toBe('locked')
  expect(takeFolderLock(path)).toBeUndefined()

  holder.kill('SIGKILL')
  await once(holder, 'exit')

  const lock = takeFolderLock(path)
  expect(lock).toBeDefined()
  lock?.release()
})
