import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'
import { onSharedConnection } from './shared-connections.ts'

/**
 * A statement of a moment whose text never changes, for requests that are frequent: building it each time takes a noticeable
 * part of their time. Outside of a transaction it shares a connection with others. The values of its parameters, in the
 * order of their places, come with each use.
 */
export function fixedStatement<Row>(
  statement: RawBuilder<unknown>,
): (db: Db, values: readonly unknown[]) => Promise<readonly Row[]> {
  let text: string | undefined
  return async (db, values) => {
    text ??= statement.compile(db).sql
    const query = CompiledQuery.raw(text, [...values])
    const { rows } = await onSharedConnection(() => db.executeQuery<Row>(query))
    return rows
  }
}
