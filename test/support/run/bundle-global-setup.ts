import type { TestProject } from 'vitest/node'
import { ensurePortal } from '../../../scripts/build-portal.ts'
import { ensureBundle } from '../../../scripts/bundle.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundle, from which tests start processes. It is made from the sources as they are. */
    readonly bundle: string
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('bundle', await ensureBundle())
  await ensurePortal()
}
