import type { TestProject } from 'vitest/node'
import { type FoundBrowser, findBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browser: FoundBrowser
  }
}

/** Once per run, before any worker: unpacking side by side would break the file being run. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('browser', await findBrowser())
}
