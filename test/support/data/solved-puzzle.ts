import { pbkdf2Sync } from 'node:crypto'
import type { Puzzle } from '../../../src/payments/card-testing/puzzle.ts'

/** Solves a puzzle as the page's script does. */
export function solvedPuzzle({ puzzle, parts, iterations }: Puzzle): string {
  const numbers = Array.from({ length: parts }, (_, part) => {
    let tried = 0
    while (pbkdf2Sync(puzzle, `${part}:${tried}`, iterations, 1, 'sha256')[0] !== 0) tried += 1
    return tried
  })
  return `${puzzle}~${numbers.join('-')}`
}
