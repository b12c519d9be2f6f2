import type { Kysely, Transaction } from 'kysely'
import { assert } from '../../kernel/assert.ts'

/** As in `database.ts`, which imports this file. */
type Db = Kysely<Record<never, never>>
type Tx = Transaction<Record<never, never>>

type Collected = Map<Pick<TransactionFacts<unknown>, 'save' | 'tell'>, Set<unknown>>

/** Of running transactions. */
const collections = new WeakMap<Tx, Collected>()

/**
 * Facts that a transaction collects and writes just before its commit, each once. The process itself hears of them when the
 * transaction has ended, before its result is used, and also if it failed: a lost commit may have been one.
 */
export class TransactionFacts<Fact> {
  readonly #save: (tx: Tx, facts: readonly Fact[]) => Promise<void>
  readonly #listeners = new WeakMap<Db, Set<(facts: readonly Fact[]) => void>>()

  constructor(save: (tx: Tx, facts: readonly Fact[]) => Promise<void>) {
    this.#save = save
  }

  note(tx: Tx, fact: Fact): void {
    const collected = collections.get(tx)
    assert(collected !== undefined, 'Only a running transaction of Database.transaction collects facts.')
    const facts = collected.get(this) ?? new Set()
    collected.set(this, facts.add(fact))
  }

  /** The listener gets the facts of the transactions of this pool; call the result to stop. */
  listen(db: Db, listener: (facts: readonly Fact[]) => void): () => void {
    const listeners = this.#listeners.get(db) ?? new Set()
    this.#listeners.set(db, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** For `Database.transaction` alone. */
  async save(tx: Tx, facts: ReadonlySet<unknown>): Promise<void> {
    await this.#save(tx, [...facts] as readonly Fact[])
  }

  /** For `Database.transaction` alone. */
  tell(db: Db, facts: ReadonlySet<unknown>): void {
    for (const listener of this.#listeners.get(db) ?? []) listener([...facts] as readonly Fact[])
  }
}

/** Begins to collect the facts of a transaction. */
export function collectFacts(db: Db, tx: Tx) {
  const collected: Collected = new Map()
  collections.set(tx, collected)
  return {
    /** Nothing is collected any more. */
    save: async (): Promise<void> => {
      collections.delete(tx)
      for (const [kind, facts] of collected) await kind.save(tx, facts)
    },
    tell: (): void => {
      for (const [kind, facts] of collected) kind.tell(db, facts)
    },
  }
}
