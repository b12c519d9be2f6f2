import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { AppError } from '../../kernel/errors.ts'

const FILE_DAMAGED = 'FILE_DAMAGED'
const DAMAGED_MESSAGE =
  'The stored file is damaged and cannot be downloaded. Please contact the operator of the service.'

type FileFacts = { readonly bytes: number; readonly sha256?: string }
type Expected = Required<FileFacts>

/**
 * Passes a whole file through and compares its length and hash with the expected ones. The last chunk is held back until
 * the comparison, so that a damaged file breaks off and is never taken for complete.
 */
export class CheckedContent extends Transform {
  readonly #expected: Expected
  readonly #hash = createHash('sha256')
  #bytes = 0
  #held: Buffer | undefined

  constructor(expected: Expected) {
    super()
    this.#expected = expected
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    // The length has been sent: a client would take further bytes for the next response.
    if (this.#bytes > this.#expected.bytes) this._flush(done)
    else {
      const before = this.#held
      this.#held = chunk
      done(null, before)
    }
  }

  override _flush(done: TransformCallback): void {
    const found = { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
    const { bytes, sha256 } = this.#expected
    if (found.bytes === bytes && found.sha256 === sha256) done(null, this.#held)
    else done(new DamagedContent({ found, expected: this.#expected }))
  }
}

/** Becomes an error response if nothing has been sent yet; otherwise the connection is closed before the file ends. */
export class DamagedContent extends AppError {
  /** For the log. */
  readonly difference: string

  constructor({ found, expected }: { readonly found: FileFacts; readonly expected: FileFacts }) {
    super('not-found', FILE_DAMAGED, DAMAGED_MESSAGE, [{ field: 'file', reason: FILE_DAMAGED }])
    this.difference =
      found.bytes === expected.bytes
        ? `its hash is ${found.sha256}, not ${expected.sha256}`
        : `it has ${found.bytes} bytes, not ${expected.bytes}`
  }
}
