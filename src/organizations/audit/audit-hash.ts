import { createHash } from 'node:crypto'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { type ChainEnd, endText, type Hash } from './audit-chain.ts'
import type { Head } from './audit-check.ts'

/** A chain's end with a code that only the owner of the secret key can make. */
export type StoredHead = ChainEnd & { readonly code: Buffer }

const PURPOSE = 'audit'

export const sha256: Hash = (text) => createHash('sha256').update(text).digest('hex')

export function codedHead(secrets: Secrets, organizationId: string, end: ChainEnd): StoredHead {
  const { sequence, hash } = end
  return { sequence, hash, code: secrets.code(PURPOSE, endText(organizationId, end)) }
}

export function checkedHead(secrets: Secrets, organizationId: string, { code, ...end }: StoredHead): Head {
  return { ...end, isGenuine: secrets.isCodeOf(code, PURPOSE, endText(organizationId, end)) }
}
