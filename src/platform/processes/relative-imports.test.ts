import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

test('a module that Node has resolved is not loaded again when we resolve it', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `
      const { StartupError } = await import(${urlOf('startup-error.ts')})
      const { resolveRelativeImports } = await import(${urlOf('relative-imports.ts')})
      resolveRelativeImports()
      const { openDataFolder } = await import(${urlOf('../files/data-folder.ts')})
      try {
        openDataFolder('/dev/null/below-a-file')
      } catch (error) {
        console.log(error instanceof StartupError)
      }
    `,
  ])

  expect(stdout).toBe('true\n')
})

test('an import of a file that does not exist fails, and packages are resolved as before', async () => {
  const { stdout } = await run(process.execPath, [
    '--input-type=module',
    '--eval',
    `
      const { resolveRelativeImports } = await import(${urlOf('relative-imports.ts')})
      resolveRelativeImports()
      const outcomes = await Promise.allSettled([import(${urlOf('absent.ts')}), import(${urlOf('../log/log.ts')})])
      console.log(JSON.stringify(outcomes.map(({ status }) => status)))
    `,
  ])

  expect(JSON.parse(stdout)).toEqual(['rejected', 'fulfilled'])
})
