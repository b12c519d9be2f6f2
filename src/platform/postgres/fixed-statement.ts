import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { onSharedConnection } from './shared-connections.ts'

/** A parameter of a fixed statement. */
export const GIVEN = sql`${null}`

/**
 * A statement whose text never changes, for requests that are frequent: building it each time takes a noticeable part of their
 * time. One that takes a moment shares a connection with others outside of transactions. The values of its parameters, in the
 * order of their places, come with each use.
 */
export function fixedStatement<Row>(
  statement: RawBuilder<unknown>,
  { isShort = true }: { readonly isShort?: boolean } = {},
): (db: Db, values: readonly unknown[]) => Promise<readonly Row[]> {
  let text: string | undefined
  return async (db, values) => {
    text ??= statement.compile(db).sql
    const query = CompiledQuery.raw(text, [...values])
    const run = () => db.executeQuery<Row>(query)
    const { rows } = await (isShort ? onSharedConnection(run) : run())
    return rows
  }
}
