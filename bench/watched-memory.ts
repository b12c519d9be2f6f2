import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 50
const KIB_PER_MIB = 1024

/** The resident memory of the processes together, in MiB. */
export function residentMib(pids: readonly number[]): number {
  const kib = pids.map((pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1])
  })
  return kib.reduce((sum, each) => sum + each, 0) / KIB_PER_MIB
}

export type WatchedMemory = {
  /** Ends the watch: the most that the processes had in memory together. */
  readonly peakMib: () => number
}

export function watchMemory(pids: readonly number[]): WatchedMemory {
  let peak = residentMib(pids)
  const look = (): void => {
    peak = Math.max(peak, residentMib(pids))
  }
  const watching = setInterval(look, LOOK_EVERY_MS)
  return {
    peakMib: () => {
      clearInterval(watching)
      look()
      return peak
    },
  }
}
