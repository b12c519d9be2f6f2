import pg from 'pg'

type Done = (release?: unknown) => void
type OnConnect = (error: Error | undefined, client: pg.PoolClient | undefined, done: Done) => void

/**
 * The pool of graphile-worker. Its listener gives its connection back twice if PostgreSQL goes away while the queue is
 * being replaced; an ordinary pool throws then, which would end the process.
 */
export class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: OnConnect): void
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect()
    super.connect((error, client, done) => callback(error, client, onlyOnce(done)))
    return undefined
  }
}

function onlyOnce(done: Done): Done {
  let isDone = false
  return (release) => {
    if (isDone) return
    isDone = true
    done(release)
  }
}
