import type { TestProject } from 'vitest/node'
import { type FoundBrowser, findBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser | { readonly problem: string }
  }
}

/** Once per run, before any worker: unpacking side by side would break the file being run. */
export async function setup(project: TestProject): Promise<void> {
  try {
    project.provide('browser', await findBrowser())
  } catch (error) {
    // Only the tests that need a browser fail where there is none.
    project.provide('browser', { problem: String(error) })
  }
}
