import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { databaseUse } from '../../src/platform/postgres/database-use.ts'
import { noteStatements } from '../support/stores/watched-statements.ts'

const OF_TRANSACTIONS = /^(?:begin|commit|rollback)$/

/** "2 in 1" is two statements in one transaction; those that begin and end transactions are not among them. */
export type Count = string

const requests = new AsyncLocalStorage<string[]>()
let measured: string[] | undefined

/** Starts an app whose requests can be measured by `withStatements`. */
export async function withCountedStatements<Started>(start: () => Promise<Started>): Promise<Started> {
  const measure = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance }
    fastify.addHook('onRequest', (_request, _reply, done) => {
      if (measured === undefined) done()
      else requests.run(measured, done)
    })
  }
  noteStatements((_client, text) => {
    // A node that has just forgotten callers asks who is asking; that it usually does not has tests of its own.
    if (databaseUse().purpose !== 'authentication') requests.getStore()?.push(text)
  })
  subscribe('fastify.initialization', measure)
  try {
    return await start()
  } finally {
    unsubscribe('fastify.initialization', measure)
  }
}

/** The statements of the requests that the work sends, up to their responses. */
export async function withStatements<Result>(work: () => Promise<Result>) {
  const texts: string[] = []
  measured = texts
  try {
    return { result: await work(), texts: [...texts] }
  } finally {
    measured = undefined
  }
}

export function countOf(texts: readonly string[]): Count {
  const statements = texts.filter((text) => !OF_TRANSACTIONS.test(text)).length
  const transactions = texts.filter((text) => text === 'begin').length
  return transactions === 0 ? String(statements) : `${statements} in ${transactions}`
}

/** The declared count, if it is "at most" something and the count is within it; otherwise the count. */
export function declaredOr(count: Count, declared: Count | undefined): Count {
  const most = declared?.startsWith(AT_MOST) ? numbersIn(declared) : []
  const isWithin = numbersIn(count).every((number, index) => number <= (most[index] ?? -1))
  return declared !== undefined && isWithin ? declared : count
}

const AT_MOST = 'at most '

function numbersIn(count: Count): readonly number[] {
  return [...count.matchAll(/\d+/g)].map(([digits]) => Number(digits))
}
