import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at } from '../../../test/support/data/invoices.ts'
import { testSecrets } from '../../../test/support/data/organizations.ts'
import { solvedPuzzle } from '../../../test/support/data/solved-puzzle.ts'
import { Secrets } from '../../platform/secrets/secrets.ts'
import type { Puzzle } from './puzzle.ts'
import { type PuzzlePlace, readAnswer } from './read-answer.ts'

const NOW = at('2026-03-09T10:00:00Z')
const PLACE: PuzzlePlace = { token: 't'.repeat(64), attemptKey: 'k'.repeat(22), address: '192.0.2.1' }
const read = (answer: string | undefined, { place = PLACE, seconds = 0, secrets = testSecrets } = {}) =>
  readAnswer(secrets, place, { answer, at: NOW.add({ seconds }) })

async function puzzleAt(place = PLACE, secrets = testSecrets): Promise<Puzzle> {
  const answer = await read(undefined, { place, secrets })
  if (answer.isDone) throw new Error('A puzzle that was not answered is not done.')
  return answer.puzzle
}
const puzzle = await puzzleAt()
const solved = solvedPuzzle(puzzle)

describe('a solved puzzle', () => {
  test('is accepted, until ten minutes have passed', async () => {
    expect(await read(solved)).toEqual({ isDone: true })
    expect(await read(solved, { seconds: 599 })).toEqual({ isDone: true })
    expect(await read(solved, { seconds: 600 })).toMatchObject({ isDone: false })
  })

  test('is accepted from all addresses of the same network', async () => {
    const place = { ...PLACE, address: '2001:db8::1' }
    const answer = solvedPuzzle(await puzzleAt(place))

    expect(await read(answer, { place: { ...place, address: '2001:db8::2' } })).toEqual({ isDone: true })
    expect(await read(answer, { place: { ...place, address: '2001:db8:0:1::1' } })).toMatchObject({ isDone: false })
  })

  test.each<[string, Partial<PuzzlePlace>]>([
    ['on another link', { token: 'u'.repeat(64) }],
    ['for another attempt', { attemptKey: 'l'.repeat(22) }],
    ['from another network', { address: '192.0.2.2' }],
  ])('is worth nothing %s: there is a new puzzle', async (_, other) => {
    const answer = await read(solved, { place: { ...PLACE, ...other }, seconds: 30 })

    expect(answer).toMatchObject({ isDone: false, puzzle: { waitSeconds: 20 } })
    expect(answer).not.toMatchObject({ puzzle: { puzzle: puzzle.puzzle } })
  })

  test('is worth nothing if another service gave it', async () => {
    const foreign = await puzzleAt(PLACE, new Secrets(Buffer.alloc(32, 9)))

    expect(await read(solvedPuzzle(foreign))).toMatchObject({ isDone: false, puzzle: { waitSeconds: 20 } })
  })
})

describe('too little work', () => {
  const [text = '', numbers = ''] = solved.split('~')
  const all = numbers.split('-')
  test.each([
    ['none', text],
    ['one part fewer', `${text}~${all.slice(1).join('-')}`],
    ['one part more', `${text}~${[...all, '0'].join('-')}`],
    ['one part for all', `${text}~${all.map(() => all[0]).join('-')}`],
    ['a last part that is wrong', `${text}~${[...all.slice(0, -1), `${all.at(-1)}0`].join('-')}`],
  ])('does not count: %s', async (_, answer) => {
    expect(await read(answer, { seconds: 5 })).toEqual({ isDone: false, puzzle: { ...puzzle, waitSeconds: 15 } })
  })
})

describe('who does not solve it', () => {
  test('waits for 20 seconds from the first time on, and may then send the same form', async () => {
    expect(await read(puzzle.puzzle, { seconds: 12 })).toEqual({ isDone: false, puzzle: { ...puzzle, waitSeconds: 8 } })
    expect(await read(puzzle.puzzle, { seconds: 20 })).toEqual({ isDone: true })
  })

  test('cannot move the beginning of the wait', async () => {
    const [given, code] = puzzle.puzzle.split('.')
    const earlier = `${Number(given) - 60_000}.${code}`

    expect(await read(earlier)).toMatchObject({ isDone: false, puzzle: { waitSeconds: 20 } })
  })

  test('gets a new puzzle for any other text', async () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,15}\.[\w-]{43}(~[\d-]{1,80})?$/))
    await fc.assert(
      fc.asyncProperty(text, async (answer) => {
        expect(await read(answer)).toMatchObject({ isDone: false, puzzle: { waitSeconds: 20 } })
      }),
    )
  })
})
