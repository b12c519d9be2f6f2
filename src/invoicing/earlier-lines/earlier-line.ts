// pure
import { foldedText } from '../../kernel/folded-text.ts'

export const SEARCH_LENGTH_MAX = 100
export const LIMIT_DEFAULT = 8
export const LIMIT_MAX = 50

/** A line as it is stored, with the currency of its invoice. Amounts are decimal text. */
export type EarlierLine = {
  readonly productName: string
  readonly productSku: string
  readonly unitPrice: string | undefined
  readonly taxRate: string | undefined
  readonly currency: string
}

/** Collects lines that match a text, each name and SKU once. Lines are added newest first. */
export class MatchingLines {
  readonly #searched: string
  readonly #limit: number
  readonly #found = new Map<string, EarlierLine>()

  constructor(search: string, limit: number) {
    this.#searched = foldedText(search)
    this.#limit = limit
  }

  add(line: EarlierLine): void {
    const name = foldedText(line.productName)
    const key = `${name}\n${line.productSku}`
    if (this.isFull || this.#found.has(key)) return
    if (name.includes(this.#searched) || foldedText(line.productSku).includes(this.#searched))
      this.#found.set(key, line)
  }

  get isFull(): boolean {
    return this.#found.size >= this.#limit
  }

  get lines(): readonly EarlierLine[] {
    return [...this.#found.values()]
  }
}
