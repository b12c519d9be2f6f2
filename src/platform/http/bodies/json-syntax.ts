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
  let found: number | undefined
  const onError = (_code: number, offset: number): never => {
    found = offset
    // Stops at the first error: any number of others may follow.
    throw new SyntaxError('The text is not JSON.')
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  return found
}
