/** Only these are worth planning once; statements that open or end transactions are not planned at all. */
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i
/**
 * All columns of a table: when a migration adds one, PostgreSQL refuses to go on with a statement that was
 * prepared before, and nodes run while others migrate.
 */
const ALL_COLUMNS = /(?<!count\()\*/i
const USES_UNTIL_NAMED = 3
/** Each is kept by every connection of the pool, with its plan. */
const NAMES_MAX = 200
const TEXTS_MAX = 2_000

/**
 * Names frequent statements, so that PostgreSQL parses and plans each once per connection instead of once per request.
 * Statements whose text varies never become frequent enough.
 */
export class StatementNames {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Undefined for a statement that is sent without a name. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const isNameable = PLANNED.test(text) && !ALL_COLUMNS.test(text)
    if (this.#names.size === NAMES_MAX || !isNameable) return undefined
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses === USES_UNTIL_NAMED) {
      this.#uses.delete(text)
      this.#names.set(text, `statement_${this.#names.size + 1}`)
    } else if (uses > 1 || this.#uses.size < TEXTS_MAX) {
      this.#uses.set(text, uses)
    }
    return undefined
  }
}
