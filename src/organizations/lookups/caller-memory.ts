import type { Clock } from '../../platform/clock/clock.ts'
import { EVERYTHING } from '../caller-changes/caller-subject.ts'

const ENTRIES_MAX = 10_000
const LIFE_MS = 30_000
/** With the 200 ms that are left for the request itself, a change counts everywhere within the promised second. */
const READ_AGE_MS_MAX = 800

/** A moment by both clocks: a machine that was suspended goes on with the monotonic clock of before, but not with its time. */
export type Moment = { readonly monotonicMs: number; readonly wallMs: number }

type Entry = { readonly known: unknown; readonly subjects: readonly string[]; readonly askedAtMs: number }

/** What is remembered of one kind, such as keys. */
export type Remembered<Known> = {
  /** Undefined if it has to be asked for. */
  readonly recall: (name: string) => Known | undefined
  /** Call it before asking; the returned function keeps what was found, unless something has changed since. */
  readonly asking: () => (name: string, known: Known) => void
}

type CallerMemoryDeps = { readonly machineClock: Clock; readonly entriesMax?: number }

/**
 * What this node knows about callers. It is used only while the node reads the changes of callers: a change is forgotten
 * when it is read, and what was read too long ago is not used. Secrets are kept as they are stored, sealed or hashed.
 */
export class CallerMemory {
  /** Called before something is asked for. */
  onAsking: () => void = () => {}
  readonly #machineClock: Clock
  readonly #entriesMax: number
  /** The one that was not used for longest is the first. */
  readonly #entries = new Map<string, Entry>()
  #changes = 0
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

  /** A kind of names, and what its entries depend on. */
  of<Known>(kind: string, subjectsOf: (known: Known) => readonly string[]): Remembered<Known> {
    return {
      recall: (name) => this.#recall(`${kind} ${name}`) as Known | undefined,
      asking: () => {
        this.onAsking()
        const changes = this.#changes
        const askedAtMs = performance.now()
        this.#askedAtMs = askedAtMs
        return (name, known) => {
          // It may have been read before the change.
          if (changes === this.#changes)
            this.#keep(`${kind} ${name}`, { known, subjects: subjectsOf(known), askedAtMs })
        }
      },
    }
  }

  /** Forgets what depends on one of the subjects, and what is just being asked for. */
  forget(subjects: readonly string[]): void {
    if (subjects.length === 0) return
    this.#changes += 1
    const changed = new Set(subjects)
    if (changed.has(EVERYTHING)) this.#entries.clear()
    for (const [name, entry] of this.#entries) {
      if (entry.subjects.some((subject) => changed.has(subject))) this.#entries.delete(name)
    }
  }

  moment(): Moment {
    return { monotonicMs: performance.now(), wallMs: this.#machineClock.now().epochMilliseconds }
  }

  /** Notes that all changes before this moment are forgotten. */
  noteRead(beganAt: Moment): void {
    this.#readAt = beganAt
  }

  #recall(name: string): unknown {
    const entry = this.#entries.get(name)
    if (entry === undefined || !this.#isUpToDate()) return undefined
    this.#entries.delete(name)
    if (performance.now() - entry.askedAtMs >= LIFE_MS) return undefined
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
    this.#entries.delete(name)
    const [leastUsed] = this.#entries.keys()
    if (leastUsed !== undefined && this.#entries.size >= this.#entriesMax) this.#entries.delete(leastUsed)
    this.#entries.set(name, entry)
  }
}
