import { createServer } from 'node:net'

/** A port of 127.0.0.1 that is free now: the wished one if it is, else any other. */
export async function freePort(wished = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.unref()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES'
      if (isTaken && wished !== 0) resolve(freePort())
      else reject(error)
    })
    probe.listen({ host: '127.0.0.1', port: wished, exclusive: true }, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
