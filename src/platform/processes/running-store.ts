import type { Exit } from './child-process.ts'

/** An embedded store that runs as a process of its own. */
export type RunningStore = {
  /** Address with user and password. */
  readonly url: string
  readonly exited: Promise<Exit>
  readonly stop: () => Promise<void>
}
