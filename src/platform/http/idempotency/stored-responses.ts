import type { Database } from '../../postgres/database.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { listAnswered, overwriteResponse } from './idempotency-store.ts'
import { ERASED_RESPONSE, isErased, openResponse, type StoredResponse, sealResponse } from './stored-response.ts'

type Deps = { readonly db: Pick<Database, 'db'>; readonly secrets: Secrets }

type ErasableResponse = {
  readonly response: StoredResponse
  /** Erases the response: its request is refused from now on, and has no second effect. */
  readonly erase: () => Promise<void>
}

const PAGE = { rowsMax: 200, bytesMax: 8 * 1024 * 1024 }

/** Iterates over the stored responses of an organization that were not erased. */
export async function* storedResponses(
  { db: { db }, secrets }: Deps,
  organizationId: string,
): AsyncGenerator<ErasableResponse> {
  let page = await listAnswered(db, organizationId, PAGE)
  while (page.length > 0) {
    for (const { scope, sealedAnswer } of page) {
      const answer = openResponse(secrets, scope, sealedAnswer)
      if (isErased(answer)) continue
      const erase = async (): Promise<void> => {
        const sealed = sealResponse(secrets, scope, ERASED_RESPONSE)
        await overwriteResponse(db, scope, { before: sealedAnswer, after: sealed })
      }
      yield { response: answer, erase }
    }
    const after = page.at(-1)?.scope
    page = await listAnswered(db, organizationId, { ...PAGE, after })
  }
}
