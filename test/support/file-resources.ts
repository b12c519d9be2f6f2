import { afterAll } from 'vitest'

/**
 * What a test file opened and must give back, last opened first. The hook is registered when this
 * module is loaded: one that is registered inside another hook would never run.
 */
export const fileResources = new AsyncDisposableStack()

afterAll(() => fileResources.disposeAsync())
