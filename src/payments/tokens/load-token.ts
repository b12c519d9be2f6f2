import { AppError } from '../../kernel/errors.ts'
import type { PagePlace } from '../../kernel/reading/page-query.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import type { Attempt } from '../model/attempt.ts'
import { findFirstCharges, findLastCharges, listTokens, type TokenFilter } from './token-list-store.ts'
import { findToken, type Token, type TokenPlace } from './token-store.ts'

/** A token with the charge that it was made of, and its last own charge. */
export type LoadedToken = {
  readonly token: Token
  readonly charge: Attempt
  /** Undefined until it is used. */
  readonly lastUse: Attempt | undefined
}

/** Loads a token; a refusal if it does not exist. */
export async function getToken(db: Db, place: TokenPlace): Promise<LoadedToken> {
  const token = await findToken(db, place)
  const [loaded] = token === undefined ? [] : await withCharges(db, [token])
  if (loaded === undefined) throw new AppError('not-found', 'NOT_FOUND', 'The token does not exist.')
  return loaded
}

/** A page of a merchant's tokens, oldest first. */
export async function loadTokens(db: Db, filter: TokenFilter, page: PagePlace): Promise<readonly LoadedToken[]> {
  return withCharges(db, await listTokens(db, filter, page))
}

/** The tokens with their charges, in the same order. All are of one organization. */
async function withCharges(db: Db | Tx, tokens: readonly Token[]): Promise<readonly LoadedToken[]> {
  const charges = new Map((await findFirstCharges(db, tokens)).map((charge) => [charge.attemptId, charge]))
  const uses = new Map((await findLastCharges(db, tokens)).map((charge) => [charge.tokenId, charge]))
  return tokens.flatMap((token) => {
    const charge = charges.get(token.paymentId)
    return charge === undefined ? [] : [{ token, charge, lastUse: uses.get(token.tokenId) }]
  })
}
