import type pg from 'pg'

/** The request log is written once a second, and changes of callers are read three times a second. */
const IN_BACKGROUND = /^\s*(?:insert into|delete from) request_log\b|^\s*select last_number\b|application_name like/

/** Records the statements of the pool's connections from now on, but for those in the background, and passes them on. */
export function watchStatements(pool: pg.Pool) {
  let statements: string[] = []
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((...input: unknown[]) => {
      const [asked] = input as [string | { text: string }]
      const text = typeof asked === 'string' ? asked : asked.text
      if (!IN_BACKGROUND.test(text)) statements.push(text)
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
