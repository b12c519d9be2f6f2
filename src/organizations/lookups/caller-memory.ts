import type { Clock } from '../../platform/clock/clock.ts'
import { EVERYTHING } from '../caller-changes/caller-subject.ts'

const ENTRIES_MAX = 10_000
const LIFE_MS = 30_000
/** Of lately changed subjects; beyond it everything is forgotten. */
const CHANGED_MAX = 10_000
/** With the 200 ms that are left for the request itself, a change counts everywhere within the promised second. */
const READ_AGE_MS_MAX = 800

/** A moment by both clocks: a machine that was suspended goes on with the monotonic clock of before, but not with its time. */
export type Moment = { readonly monotonicMs: number; readonly wallMs: number }

type Entry = {
  readonly known: unknown
  readonly askedAtMs: number
  /** The number of the last change when it was asked for. */
  readonly change: number
}

/** Entries of one kind, such as keys. */
export type Remembered<Known> = {
  /** Undefined if it has to be asked for. */
  readonly recall: (name: string) => Known | undefined
  /** Call it before asking; the returned function keeps the result, whose subjects may have changed since. */
  readonly asking: () => (name: string, known: Known) => void
}

type CallerMemoryDeps = { readonly machineClock: Clock; readonly entriesMax?: number }

/**
 * Remembers callers for one node. An entry is used only while the node reads the changes of callers: it is forgotten when a
 * change of it is read, and no entry is used if the last read is too long ago. Secrets are kept as they are stored, sealed or hashed.
 */
export class CallerMemory {
  /** Called before something is asked for. */
  onAsking: () => void = () => {}
  readonly #machineClock: Clock
  readonly #entriesMax: number
  /** The one that was not used for longest is the first. */
  readonly #entries = new Map<string, Entry>()
  /** Counts the changes that this node has heard of. */
  #change = 0
  /** The change with which everything was forgotten. */
  #everythingChange = 0
  /** Changes within the life of an entry, the latest last: so a change costs the same however much is remembered. */
  readonly #changed = new Map<string, { readonly change: number; readonly atMs: number }>()
  #readAt: Moment | undefined
  #askedAtMs = 0

  constructor({ machineClock, entriesMax = ENTRIES_MAX }: CallerMemoryDeps) {
    this.#machineClock = machineClock
    this.#entriesMax = entriesMax
  }

  get size(): number {
    return this.#entries.size
  }

  /** Nothing that is remembered can still be used. */
  get isIdle(): boolean {
    return performance.now() - this.#askedAtMs >= LIFE_MS
  }

  /** A kind of names, and what its entries depend on, which itself never changes. */
  of<Known>(kind: string, subjectsOf: (known: Known) => readonly string[]): Remembered<Known> {
    const isChanged = ({ known, change }: Entry): boolean =>
      subjectsOf(known as Known).some((subject) => (this.#changed.get(subject)?.change ?? 0) > change)
    return {
      recall: (name) => this.#recall(`${kind} ${name}`, isChanged) as Known | undefined,
      asking: () => {
        this.onAsking()
        const change = this.#change
        const askedAtMs = performance.now()
        this.#askedAtMs = askedAtMs
        return (name, known) => this.#keep(`${kind} ${name}`, { known, askedAtMs, change })
      },
    }
  }

  /** Forgets all that depends on one of the subjects, and results that are still awaited: they may be from before the change. */
  forget(subjects: readonly string[]): void {
    if (subjects.length === 0) return
    this.#change += 1
    const atMs = performance.now()
    for (const subject of subjects) {
      this.#changed.delete(subject)
      this.#changed.set(subject, { change: this.#change, atMs })
    }
    for (const [subject, { atMs: changedAtMs }] of this.#changed) {
      if (atMs - changedAtMs <= LIFE_MS) break
      this.#changed.delete(subject)
    }
    if (subjects.includes(EVERYTHING) || this.#changed.size > CHANGED_MAX) this.#forgetEverything()
  }

  moment(): Moment {
    return { monotonicMs: performance.now(), wallMs: this.#machineClock.now().epochMilliseconds }
  }

  /** Notes that all changes before this moment are forgotten. */
  noteRead(beganAt: Moment): void {
    this.#readAt = beganAt
  }

  #forgetEverything(): void {
    this.#everythingChange = this.#change
    this.#changed.clear()
    this.#entries.clear()
  }

  #recall(name: string, isChanged: (entry: Entry) => boolean): unknown {
    const entry = this.#entries.get(name)
    if (entry === undefined || !this.#isUpToDate()) return undefined
    this.#entries.delete(name)
    if (performance.now() - entry.askedAtMs >= LIFE_MS || isChanged(entry)) return undefined
    this.#entries.set(name, entry)
    return entry.known
  }

  #isUpToDate(): boolean {
    if (this.#readAt === undefined) return false
    const now = this.moment()
    const passedMs = now.monotonicMs - this.#readAt.monotonicMs
    return passedMs <= READ_AGE_MS_MAX && Math.abs(now.wallMs - this.#readAt.wallMs) <= READ_AGE_MS_MAX
  }

  #keep(name: string, entry: Entry): void {
    if (entry.change < this.#everythingChange) return
    this.#entries.delete(name)
    for (const [leastUsed, { askedAtMs }] of this.#entries) {
      const isOver = entry.askedAtMs - askedAtMs >= LIFE_MS
      if (!isOver && this.#entries.size < this.#entriesMax) break
      this.#entries.delete(leastUsed)
    }
    this.#entries.set(name, entry)
  }
}
