import type { TestProject } from 'vitest/node'
import { browserSearch, isBrowserRequired } from '../run/test-run.ts'
import { type FoundBrowser, findBrowser, HOW_TO_GET_A_BROWSER } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser | { readonly problem: string }
  }
}

/** Once per run, before any worker: unpacking side by side would break the file being run. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  try {
    project.provide('browser', await findBrowser(browserSearch))
    return undefined
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    project.provide('browser', { problem })
    return isBrowserRequired ? undefined : () => printSkipped(project, problem)
  }
}

function printSkipped(project: TestProject, problem: string): void {
  const modules = project.vitest.state
    .getTestModules()
    .filter(({ relativeModuleId }) => relativeModuleId.startsWith('test/browser/'))
  const tests = modules.flatMap(({ children }) => [...children.allTests('skipped')])
  if (tests.length === 0) return
  process.stdout.write(
    `Skipped browser tests: ${tests.length} (files: ${modules.length}). ${problem} ${HOW_TO_GET_A_BROWSER}\n`,
  )
}
