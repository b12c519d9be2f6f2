import { readFileSync } from 'node:fs'
import { AppError } from '../../kernel/errors.ts'
import { type Unpacking, unpackingWith } from '../place/packing.ts'

export type IdentityOption = { readonly identity?: readonly string[] }

/** Reads files as age-keygen writes them: a key on a line, and comments. */
export function unpackingOf({ identity: files = [] }: IdentityOption): Unpacking {
  return unpackingWith(files.flatMap(keysIn))
}

function keysIn(file: string): readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length > 0) return keys
  throw new AppError('invalid', 'INVALID_IDENTITY', `The file ${file} has no age identity.`)
}
