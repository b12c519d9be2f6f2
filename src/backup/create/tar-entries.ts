const BLOCK_BYTES = 512

type Entry = {
  readonly path: string
  readonly isFolder: boolean
  /** Read it to the end or not at all, before the next entry. */
  readonly content: AsyncIterable<Uint8Array>
}

/** The entries of a tar file as PostgreSQL writes it: files and folders, no links. */
export async function* tarEntries(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const input = new Input(source)
  try {
    for (;;) {
      const block = await input.take(BLOCK_BYTES)
      if (block === undefined) return
      // Two blocks of zeros are the end.
      if (block.every((byte) => byte === 0)) continue
      const { path, kind, bytes } = readHeader(block)
      const content = input.pieces(bytes)
      yield { path, isFolder: kind === 'folder', content }
      for await (const _ of content);
      for await (const _ of input.pieces((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES));
    }
  } finally {
    await input.close()
  }
}

class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }

  /** Undefined at the end. */
  async take(bytes: number): Promise<Buffer | undefined> {
    if (this.#rest.length === 0 && !(await this.#readMore())) return undefined
    const pieces: Uint8Array[] = []
    for await (const piece of this.pieces(bytes)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  async *pieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#readMore())) throw new Error('The tar file ends in the middle.')
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async #readMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next()
      if (next.done === true) return false
      this.#rest = next.value
    }
    return true
  }
}

/** Where the fields of a header are. */
const FIELDS = { name: [0, 100], size: [124, 136], checksum: [148, 156], kind: [156, 157], prefix: [345, 500] } as const
const KINDS: Readonly<Record<string, 'file' | 'folder'>> = { '0': 'file', '\0': 'file', '5': 'folder' }
const SPACE = 0x20

function readHeader(block: Buffer) {
  const field = (name: keyof typeof FIELDS): Buffer => block.subarray(...FIELDS[name])
  const text = (name: keyof typeof FIELDS): string => field(name).toString('utf8').replace(/\0.*$/s, '')
  const path = [text('prefix'), text('name')].filter(Boolean).join('/').replace(/^\.\//, '').replace(/\/$/, '')
  const [from, to] = FIELDS.checksum
  // The checksum counts as spaces in itself.
  const sum = block.reduce((total, byte, at) => total + (at >= from && at < to ? SPACE : byte), 0)
  if (sum !== numberIn(field('checksum'))) throw new Error('A header of the tar file is damaged.')
  const kind = KINDS[field('kind').toString('latin1')]
  if (kind === undefined) throw new Error(`The tar file has ${path}, which is neither a file nor a folder.`)
  return { path, kind, bytes: kind === 'file' ? numberIn(field('size')) : 0 }
}

/** In octal digits, or from 8 GiB on in binary. */
function numberIn(field: Buffer): number {
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0
  return isBinary ? Number(field.readBigUInt64BE(field.length - 8)) : Number.parseInt(field.toString('latin1'), 8)
}
