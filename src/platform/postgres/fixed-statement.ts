import { CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './database.ts'

/**
 * A statement whose text never changes, for requests that are frequent: building it each time takes a noticeable part of
 * their time. The values of its parameters, in the order of their places, come with each use.
 */
export function fixedStatement<Row>(
  statement: RawBuilder<unknown>,
): (db: Db, values: readonly unknown[]) => Promise<readonly Row[]> {
  let text: string | undefined
  return async (db, values) => {
    text ??= statement.compile(db).sql
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
