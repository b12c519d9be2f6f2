import { visit } from 'jsonc-parser'

export type TextPosition = {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/**
 * Finds where a string stops being JSON; undefined if it never does, or if it is nested too deeply. The engine's own
 * message does not always name the position, and quotes the input, which may be secret.
 */
export function findJsonSyntaxError(text: string): TextPosition | undefined {
  const offset = firstErrorOffset(text)
  if (offset === undefined) return undefined
  const before = text.slice(0, offset)
  return {
    offset,
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  }
}

function firstErrorOffset(text: string): number | undefined {
  try {
    visit(text, { onError: stopAtError }, { disallowComments: true, allowTrailingComma: false })
    return undefined
  } catch (error) {
    if (error instanceof FoundError) return error.offset
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Ends the reading: what follows the first error may be any number of others. */
class FoundError extends Error {
  readonly offset: number

  constructor(offset: number) {
    super('The text is not JSON.')
    this.offset = offset
  }
}

function stopAtError(_code: number, offset: number): never {
  throw new FoundError(offset)
}
