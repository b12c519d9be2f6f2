import { createHash } from 'node:crypto'
import { FairTurns } from '../concurrency/fair-turns.ts'
import { perOrganization } from '../http/limits/per-organization.ts'
import type { PdfContent } from './pdf-content.ts'
import { PdfPrinter } from './pdf-printer.ts'

/** Some 500 documents of usual size. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024
const PRINTS_PER_ORGANIZATION = 2

/** A document whose bytes are known by their tag before they are drawn. */
export type Pdf = {
  /** Differs whenever the bytes do. */
  readonly tag: string
  readonly fileName: string
  /** For clients that read only ASCII. */
  readonly asciiFileName: string
  /** The content; slow parts, such as images, are prepared only if it is drawn. */
  readonly content: () => Promise<PdfContent>
}

/** A tag for content; `parts` names what the content leaves out, such as an image. */
export function tagOf(content: PdfContent, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([content, parts]))
    .digest('base64url')
}

type PrintedPdfsOptions = {
  readonly keptBytesMax?: number
  /** The caller: an organization that makes too many requests is refused; jobs, whose number is limited, wait. */
  readonly askedBy?: 'requests' | 'jobs'
}

/** Draws documents, and keeps the bytes of those that were used last. */
export class PrintedPdfs {
  readonly #printer = new PdfPrinter()
  readonly #admitted: FairTurns
  /** One is drawn while the next one is prepared. */
  readonly #printing = new FairTurns({ concurrencyMax: 2 })
  /** The one that was used last is last. */
  readonly #kept = new Map<string, Uint8Array>()
  readonly #keptBytesMax: number
  #keptBytes = 0
  /** By tag: later requests for a document that is being drawn wait for the same one. */
  readonly #drawing = new Map<string, Promise<Uint8Array>>()

  constructor({ keptBytesMax = KEPT_BYTES_MAX, askedBy = 'requests' }: PrintedPdfsOptions = {}) {
    this.#keptBytesMax = keptBytesMax
    this.#admitted = new FairTurns(askedBy === 'jobs' ? {} : perOrganization(PRINTS_PER_ORGANIZATION, 'PDFs'))
  }

  /** The bytes of a document. Organizations (`owner`) take turns. */
  async bytesOf(pdf: Pdf, { owner }: { readonly owner: string }): Promise<Uint8Array> {
    const kept = this.#kept.get(pdf.tag)
    if (kept !== undefined) return this.#keep(pdf.tag, kept)
    const drawing = this.#drawing.get(pdf.tag) ?? this.#draw(pdf, owner).finally(() => this.#drawing.delete(pdf.tag))
    this.#drawing.set(pdf.tag, drawing)
    return drawing
  }

  async #draw(pdf: Pdf, owner: string): Promise<Uint8Array> {
    const print = async (): Promise<Uint8Array> => this.#printer.print(await pdf.content())
    const bytes = await this.#admitted.run(owner, () => this.#printing.run(owner, print))
    return this.#keep(pdf.tag, bytes)
  }

  start(): void {
    this.#printer.start()
  }

  async close(): Promise<void> {
    await this.#printer.close()
  }

  #keep(tag: string, bytes: Uint8Array): Uint8Array {
    this.#drop(tag)
    this.#kept.set(tag, bytes)
    this.#keptBytes += bytes.length
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= this.#keptBytesMax) break
      this.#drop(oldest)
    }
    return bytes
  }

  #drop(tag: string): void {
    this.#keptBytes -= this.#kept.get(tag)?.length ?? 0
    this.#kept.delete(tag)
  }
}
