import type pg from 'pg'

/** Records the statements of the pool's connections from now on, and passes them on. */
export function watchStatements(pool: pg.Pool) {
  let statements: string[] = []
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      const [asked] = input as [string | { text: string }]
      statements.push(typeof asked === 'string' ? asked : asked.text)
      return query(...input)
    }) as typeof client.query
  })
  /** The statements that the work takes. */
  return async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    statements = []
    await work()
    return statements
  }
}
