import pg from 'pg'

/** The request log is written once a second, and changes of callers are read three times a second. */
const IN_BACKGROUND = /^\s*(?:insert into|delete from) request_log\b|^\s*select last_number\b|application_name like/

/** Has all statements of this process noted from now on, with their clients and values. */
export function noteStatements(note: (client: pg.Client, text: string, values: readonly unknown[]) => void): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [asked] = input as [string | { readonly text: string; readonly values?: readonly unknown[] }]
    if (typeof asked === 'string') note(this, asked, [])
    else note(this, asked.text, asked.values ?? [])
    return (query as (...all: unknown[]) => unknown).apply(this, input)
  } as typeof query
}

/** Records the statements to the database of the pool from now on, but for those in the background. */
export function watchStatements({ options }: Pick<pg.Pool, 'options'>) {
  let statements: string[] = []
  const database = new URL(options.connectionString ?? '').pathname.slice(1)
  noteStatements((client, text) => {
    if (client.database === database && !IN_BACKGROUND.test(text)) statements.push(text)
  })
  /** The statements that the work takes. */
  return async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    statements = []
    await work()
    return statements
  }
}
