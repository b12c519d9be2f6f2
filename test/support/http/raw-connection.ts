import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A bare connection, for bytes that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  readonly #closed: Promise<unknown>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      this.#received += text
      socket.emit('received')
    })
    socket.on('error', () => undefined)
    this.#closed = once(socket, 'close')
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** All that arrived once the text has appeared. */
  async receivedUntil(text: string): Promise<string> {
    while (!this.#received.includes(text)) {
      if (this.#socket.closed) throw new Error(`closed after: ${this.#received}`)
      await Promise.race([once(this.#socket, 'received'), this.#closed])
    }
    return this.#received
  }

  /** All that arrived until the other side closed. */
  async receivedAll(): Promise<string> {
    await this.#closed
    return this.#received
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
