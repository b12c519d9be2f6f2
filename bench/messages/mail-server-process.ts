import { SMTPServer } from 'smtp-server'

// A mail server in a process of its own: accepts every mail and forgets it. Prints its port, and ends with its parent.

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => {
    stream.on('end', () => done())
    stream.resume()
  },
})
server.on('error', () => {})
const { promise, resolve } = Promise.withResolvers<void>()
server.listen(0, '127.0.0.1', resolve)
await promise
process.stdin.on('end', () => process.exit(0)).resume()
const address = server.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
