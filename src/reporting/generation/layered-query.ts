/** Names an expression in the query and returns that name. */
export type Declare = (name: string, sql: string) => string

/** Maximum number of strings that one expression concatenates. Each further expression copies its content again. */
const JOINED_MAX = 96

type Declared = { readonly sql: string; readonly layer: number; readonly uses: readonly string[] }

/** A query with named expressions, each of which is written and computed once however often it is used. */
export type LayeredQuery = {
  /** Names an expression of a row, which may use names declared before. */
  readonly declare: Declare
  /**
   * Concatenates strings, in named groups: the time to plan one expression grows faster than the number of its
   * operands.
   */
  readonly joined: (name: string, texts: readonly string[]) => string
  /**
   * Renders `select … from …` with everything that the columns use; `otherFrom` replaces the source by one with the
   * same columns.
   */
  readonly selectSql: (columns: readonly string[], otherFrom?: string) => string
}

/**
 * Each layer is a subquery that adds columns to the one below. The engine would also accept names within one query, but
 * it expands an expression at every use before it optimizes: a report of several hundred columns would take seconds, or
 * exceed the memory limit.
 */
export function layeredQuery(from: string): LayeredQuery {
  const declared = new Map<string, Declared>()

  const declare: Declare = (name, sql) => {
    if (declared.has(name)) return name
    const uses = namesIn(sql, declared)
    const layer = 1 + Math.max(0, ...uses.map((used) => declared.get(used)?.layer ?? 0))
    declared.set(name, { sql, layer, uses })
    return name
  }

  const neededFor = (columns: readonly string[]): ReadonlySet<string> => {
    const needed = new Set<string>()
    const waiting = [...namesIn(columns.join(' '), declared)]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (needed.has(name)) continue
      needed.add(name)
      waiting.push(...(declared.get(name)?.uses ?? []))
    }
    return needed
  }

  const selectSql = (columns: readonly string[], otherFrom = from): string => {
    const needed = neededFor(columns)
    const layers = Map.groupBy(
      [...declared].filter(([name]) => needed.has(name)),
      ([, { layer }]) => layer,
    )
    let source = otherFrom
    for (const layer of [...layers.keys()].sort((a, b) => a - b)) {
      const added = layers.get(layer)?.map(([name, { sql }]) => `${sql} as ${name}`) ?? []
      source = `(${selectFrom(source, ['*', ...added])})`
    }
    return selectFrom(source, columns)
  }

  const selectFrom = (source: string, columns: readonly string[]): string => {
    return `select ${columns.join(',\n  ')}\nfrom ${source}`
  }

  const joined = (name: string, texts: readonly string[]): string => {
    if (texts.length <= JOINED_MAX) return concatSql(texts)
    const parts: string[] = []
    for (let from = 0; from < texts.length; from += JOINED_MAX) {
      const part = concatSql(texts.slice(from, from + JOINED_MAX))
      parts.push(declare(`${name}_${parts.length}`, part))
    }
    return joined(`${name}_of`, parts)
  }

  return { declare, joined, selectSql }
}

function concatSql(texts: readonly string[]): string {
  const [only] = texts
  return texts.length === 1 && only !== undefined ? only : `concat(${texts.join(', ')})`
}

/** The names that occur in the expression. A name inside a string literal is a harmless false match. */
function namesIn(sql: string, names: ReadonlyMap<string, unknown>): readonly string[] {
  return [...new Set(sql.match(/[a-z_][a-z0-9_]*/g)?.filter((name) => names.has(name)))]
}
