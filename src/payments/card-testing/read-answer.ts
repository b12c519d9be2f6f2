import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { networkOfAddress } from '../../platform/http/limits/network-of-address.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Puzzle } from './puzzle.ts'

export type PuzzlePlace = {
  /** Of the link. */
  readonly token: string
  readonly attemptKey: string
  /** The payer's network address. */
  readonly address: string
}

/** `puzzle` is the one to solve or to wait for: the same again if it still counts. */
type Answer = { readonly isDone: true } | { readonly isDone: false; readonly puzzle: Puzzle }

/**
 * Each part has the first number whose key begins with a zero byte, found after 256 tries on average. Several small parts
 * take a steadier time than a large one. PBKDF2 takes as long in a browser as in an attacker's program, while a single
 * SHA-256 is some hundred times faster outside of browsers.
 */
const PARTS = 8
const ITERATIONS = 500
const WAIT_SECONDS = 20
const VALID_MINUTES = 10

const PURPOSE = 'payment puzzle'
const ANSWER = /^(\d{1,15})\.([\w-]{43})(?:~([\d-]{1,80}))?$/
const derive = promisify(pbkdf2)

/** By the machine's clock, as every key that ends. */
type Given = { readonly answer: string | undefined; readonly at: Temporal.Instant }

/** Whether an answer is a solved puzzle, or one that was waited for. */
export async function readAnswer(
  secrets: Pick<Secrets, 'code' | 'isCodeOf'>,
  place: PuzzlePlace,
  { answer, at }: Given,
): Promise<Answer> {
  const now = at.epochMilliseconds
  const [, given = '', code = '', solution = ''] = ANSWER.exec(answer ?? '') ?? []
  const age = now - Number(given)
  const counts =
    given !== '' &&
    age < VALID_MINUTES * 60_000 &&
    secrets.isCodeOf(Buffer.from(code, 'base64url'), PURPOSE, signedText(place, given))
  if (!counts) return { isDone: false, puzzle: newPuzzle(secrets, place, now) }
  const puzzle = `${given}.${code}`
  if (age >= WAIT_SECONDS * 1000 || (await isSolved(puzzle, solution))) return { isDone: true }
  return { isDone: false, puzzle: puzzleOf(puzzle, WAIT_SECONDS - Math.floor(age / 1000)) }
}

function newPuzzle(secrets: Pick<Secrets, 'code'>, place: PuzzlePlace, now: number): Puzzle {
  const given = String(now)
  const code = secrets.code(PURPOSE, signedText(place, given)).toString('base64url')
  return puzzleOf(`${given}.${code}`, WAIT_SECONDS)
}

function puzzleOf(puzzle: string, waitSeconds: number): Puzzle {
  return { puzzle, parts: PARTS, iterations: ITERATIONS, waitSeconds }
}

function signedText({ token, attemptKey, address }: PuzzlePlace, given: string): string {
  return JSON.stringify([token, attemptKey, networkOfAddress(address), given])
}

/** The first wrong part ends the check. */
async function isSolved(puzzle: string, solution: string): Promise<boolean> {
  const numbers = solution.split('-')
  if (numbers.length !== PARTS) return false
  for (const [part, number] of numbers.entries()) {
    const [first] = await derive(puzzle, `${part}:${number}`, ITERATIONS, 1, 'sha256')
    if (first !== 0) return false
  }
  return true
}
