export type TextPosition = {
  readonly offset: number
  readonly line: number
  readonly column: number
}

type Closer = '}' | ']'

const DEPTH_MAX = 10_000
const BLANK = /[ \t\n\r]*/y
const STRING_START = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y

/**
 * Where a text stops being JSON, undefined if it never does. The engine's own message names the
 * place only sometimes and quotes the text, which may hold what must not be repeated; so a refused
 * text is read a second time here.
 */
export function findJsonSyntaxError(text: string): TextPosition | undefined {
  const offset = new JsonScanner(text).errorOffset()
  return offset === undefined ? undefined : positionAt(text, offset)
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { offset, line, column: offset - before.lastIndexOf('\n') }
}

/** Reads without recursion, so that no nesting overflows the stack. */
class JsonScanner {
  readonly #text: string
  #offset = 0

  constructor(text: string) {
    this.#text = text
  }

  errorOffset(): number | undefined {
    const closers: Closer[] = []
    do {
      this.#skip(BLANK)
      const opened = this.#value(closers)
      if (opened === undefined) return this.#offset
      if (opened) continue
      if (!this.#closeAndSeparate(closers)) return this.#offset
    } while (closers.length > 0)
    this.#skip(BLANK)
    return this.#offset === this.#text.length ? undefined : this.#offset
  }

  /** True: a non-empty object or list begins. False: a whole value was read. Undefined: neither. */
  #value(closers: Closer[]): boolean | undefined {
    const next = this.#text[this.#offset]
    if (next === '{') return this.#container('}', closers)
    if (next === '[') return this.#container(']', closers)
    const isRead = next === '"' ? this.#string() : this.#skip(WORD) || this.#skip(NUMBER)
    return isRead ? false : undefined
  }

  #container(closer: Closer, closers: Closer[]): boolean | undefined {
    this.#offset += 1
    this.#skip(BLANK)
    if (this.#take(closer)) return false
    if (closers.push(closer) > DEPTH_MAX) return undefined
    return closer === ']' || this.#key() ? true : undefined
  }

  /** After a value: any closing brackets, then the comma and key that lead to the next value. */
  #closeAndSeparate(closers: Closer[]): boolean {
    for (let closer = closers.at(-1); closer !== undefined; closer = closers.at(-1)) {
      this.#skip(BLANK)
      if (this.#take(closer)) {
        closers.pop()
        continue
      }
      if (!this.#take(',')) return false
      this.#skip(BLANK)
      return closer === ']' || this.#key()
    }
    return true
  }

  #key(): boolean {
    if (!this.#string()) return false
    this.#skip(BLANK)
    return this.#take(':')
  }

  #string(): boolean {
    return this.#skip(STRING_START) && this.#take('"')
  }

  #take(character: string): boolean {
    if (this.#text[this.#offset] !== character) return false
    this.#offset += 1
    return true
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#offset
    const isFound = pattern.test(this.#text)
    if (isFound) this.#offset = pattern.lastIndex
    return isFound
  }
}
