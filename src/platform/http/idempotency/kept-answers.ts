import type { Database } from '../../postgres/database.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { listAnswered, overwriteAnswer } from './idempotency-store.ts'
import { ERASED_ANSWER, isErased, type KeptAnswer } from './kept-answer.ts'
import { openAnswer, sealAnswer } from './sealed-answer.ts'

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

type FoundAnswer = {
  readonly answer: KeptAnswer
  /** Puts nothing in its place: its request is refused from now on, and has no second effect. */
  readonly erase: () => Promise<void>
}

const PAGE = { rowsMax: 200, bytesMax: 8 * 1024 * 1024 }

/** Every answer that is kept for an organization and was not erased. */
export async function* keptAnswers({ db: { db }, secrets }: Deps, organizationId: string): AsyncGenerator<FoundAnswer> {
  let page = await listAnswered(db, organizationId, PAGE)
  while (page.length > 0) {
    for (const { scope, sealedAnswer } of page) {
      const answer = openAnswer(secrets, scope, sealedAnswer)
      if (isErased(answer)) continue
      const erase = async (): Promise<void> => {
        const sealed = sealAnswer(secrets, scope, ERASED_ANSWER)
        await overwriteAnswer(db, scope, { before: sealedAnswer, after: sealed })
      }
      yield { answer, erase }
    }
    const after = page.at(-1)?.scope
    page = await listAnswered(db, organizationId, { ...PAGE, after })
  }
}
