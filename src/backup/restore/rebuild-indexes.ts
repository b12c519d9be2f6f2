import type pg from 'pg'

type Order = { readonly database: string; readonly provider: string; readonly collation: string }

/**
 * Indexes of text are in the order of the machine that wrote them, which another version of its libraries may not have.
 * The embedded PostgreSQL has an order of its own; servers have others.
 */
export async function rebuildIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Order>(
    `select quote_ident(datname) as database, datlocprovider as provider, datcollate as collation
     from pg_database where datname = current_database()`,
  )
  for (const { database, provider, collation } of rows) {
    const isOwn = provider === 'b' || (provider === 'c' && ['C', 'POSIX'].includes(collation))
    if (isOwn) continue
    await client.query(`reindex database ${database}`)
    await client.query(`alter database ${database} refresh collation version`)
  }
}
